import {
  decryptWithKey,
  type EncryptionKey,
  type EncryptionResult,
  encryptWithKey,
  generateSalt,
  keyFromPassword,
} from '@metamask/browser-passworder';
import type { Json } from '@metamask/utils';
import { getEncryptionEntropy, type SnapId } from '#vendor';
import type { DurableFile, OpenFile } from './durable';
import { changeText, readState, type State } from './stateText';

/**
 * The module's own state, as `snap_getState` and related methods see it: a plain and an encrypted
 * part, one file each. The vendor's controller would write both half a second late; here a change
 * is on disk before the module gets its response.
 */
export type ModuleState = {
  read(encrypted: boolean): Promise<State | null>;
  /** @param change everything that is new; omitted if unknown */
  update(state: State, encrypted: boolean, change?: Change): void;
  clear(encrypted: boolean): void;
  flushed(): Promise<void>;
  /** Writes what is queued; later writes are ignored. */
  close(): Promise<void>;
};

export type Change = { readonly key: string; readonly value: Json };

export function openModuleState(
  { file }: { file: OpenFile },
  snapId: SnapId,
  seed: Uint8Array,
): ModuleState {
  const plain = openPart(file('state.json'), jsonCodec);
  const secret = openPart(file('secret.json'), secretCodec(snapId, seed));
  const part = (encrypted: boolean) => (encrypted ? secret : plain);
  return {
    read: (encrypted) => part(encrypted).read(),
    update: (state, encrypted, change) => part(encrypted).update(state, change),
    clear: (encrypted) => part(encrypted).clear(),
    async flushed() {
      await Promise.all([plain.flushed(), secret.flushed()]);
    },
    async close() {
      await Promise.all([plain.close(), secret.close()]);
    },
  };
}

type Events = { subscribe(event: 'SnapController:snapUninstalled', handler: () => void): void };

/** Deletes the state of a removed module, as the vendor's controller does with its own. */
export function forgetRemoved(bus: Events, state: ModuleState): void {
  bus.subscribe('SnapController:snapUninstalled', () => {
    for (const isEncrypted of [true, false]) state.clear(isEncrypted);
  });
}

type Codec = {
  encode(state: State): string | Promise<string>;
  decode(text: string): State | Promise<State>;
  /** Omitted if a change cannot be read on its own. */
  encodeChange?(change: Change): string;
};

function openPart(file: DurableFile, codec: Codec) {
  // `undefined` until the file has been read; then one object, which the vendor's handlers mutate.
  let current: State | null | undefined;
  let loading: Promise<State | null> | null = null;

  async function load(): Promise<State | null> {
    const text = await file.read();
    const stored = text === null ? null : await codec.decode(text);
    // A write during the read is newer than the file.
    if (current === undefined) current = stored;
    return current;
  }

  return {
    async read() {
      if (current !== undefined) return current;
      loading ??= load().finally(() => {
        loading = null;
      });
      return loading;
    },
    update(state: State, change?: Change) {
      current = state;
      const encode = () => codec.encode(current ?? {});
      if (change && codec.encodeChange) file.append(codec.encodeChange(change), encode);
      else file.write(encode);
    },
    clear() {
      current = null;
      file.clear();
    },
    flushed: () => file.flushed(),
    close: () => file.close(),
  };
}

const jsonCodec: Codec = {
  encode: (state) => JSON.stringify(state),
  decode: readState,
  encodeChange: ({ key, value }) => changeText(key, value),
};

/** Encrypts with a key derived from the phrase and the module's id, as the vendor does. */
function secretCodec(snapId: SnapId, seed: Uint8Array): Codec {
  let derived: { salt: string; key: Promise<EncryptionKey> } | null = null;

  async function derive(salt: string): Promise<EncryptionKey> {
    const entropy = await getEncryptionEntropy({ snapId, seed, cryptographicFunctions: {} });
    const params = { algorithm: 'PBKDF2', params: { iterations: 600_000 } } as const;
    return keyFromPassword(entropy, salt, false, params);
  }
  // Deriving takes a third of a second, so it is done once per salt.
  function keyFor(salt: string) {
    if (derived?.salt !== salt) derived = { salt, key: derive(salt) };
    return derived.key;
  }

  return {
    async encode(state) {
      const salt = derived?.salt ?? generateSalt();
      const key = await keyFor(salt);
      return JSON.stringify({ ...(await encryptWithKey(key, state)), salt });
    },
    async decode(text) {
      const stored: EncryptionResult & { salt: string } = JSON.parse(text);
      return decryptWithKey<State>(await keyFor(stored.salt), stored);
    },
  };
}
