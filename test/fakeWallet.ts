import { pbkdf2Sync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { SnapsProvider } from '@metamask/snaps-sdk';
import { assertJSXElement, type JSXElement } from '@metamask/snaps-sdk/jsx';
import { HDKey } from '@scure/bip32';
import { buildHash } from '../scripts/buildHash';
import vectors from './vectors/accounts.json';

type Json = Record<string, unknown>;
type Params = { key: string; value: unknown; encrypted: boolean; content: JSXElement } & Json;

/** The user of a test: looks at a dialog and answers it. */
export type User = (dialog: JSXElement) => boolean | null | Promise<boolean | null>;

type Entropy = { depth: number; privateKey: string; chainCode: string };
const entropies = new Map<string, Entropy>();

/** The node m/44'/9004' of a phrase, as a wallet hands it to a module (BIP-39, BIP-32). */
export function entropyOf(phrase: string): Entropy {
  const known = entropies.get(phrase) ?? deriveEntropy(phrase);
  entropies.set(phrase, known);
  return known;
}

function deriveEntropy(phrase: string): Entropy {
  const seed = pbkdf2Sync(phrase.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512');
  const { privateKey, chainCode } = HDKey.fromMasterSeed(seed).derive("m/44'/9004'");
  const hex = (bytes: Uint8Array | null) => `0x${Buffer.from(bytes ?? []).toString('hex')}`;
  return { depth: 2, privateKey: hex(privateKey), chainCode: hex(chainCode) };
}

/**
 * The wallet's side of the border: storage with dotted keys, dialogs answered by `user`, and the
 * key node of a phrase. Everything behind the border is the real module.
 */
export function fakeWallet({
  user = () => true,
  choose = (offered) => [...offered],
  phrase = vectors.mnemonic,
  stored = {},
}: {
  user?: User;
  /** Which of the boxes of a dialog the user ticks, by their names; all of them if left out. */
  choose?: (offered: readonly string[]) => string[];
  phrase?: string;
  stored?: { plain?: Json; secret?: Json };
} = {}) {
  const state = {
    plain: structuredClone(stored.plain ?? {}),
    secret: structuredClone(stored.secret ?? {}),
  };
  const dialogs: JSXElement[] = [];
  const notifications: string[] = [];
  const events: { duration: string; request: { method: string } }[] = [];
  /** Bytes of JSON that crossed the border for state. */
  const traffic = { read: 0, written: 0 };
  const entropy = entropyOf(phrase);
  const interfaces = new Map<string, JSXElement>();

  const part = (encrypted: boolean) => (encrypted ? state.secret : state.plain);
  const answers: Record<string, (params: Params) => unknown> = {
    snap_getState({ key, encrypted }) {
      const found = key
        .split('.')
        .reduce<unknown>((at, name) => (at as Json | undefined)?.[name], part(encrypted));
      const text = JSON.stringify(found ?? null);
      traffic.read += text.length;
      return JSON.parse(text);
    },
    snap_setState({ key, value, encrypted }) {
      const text = JSON.stringify(value);
      traffic.written += text.length;
      const names = key.split('.');
      const last = names.pop() ?? '';
      let at = part(encrypted);
      for (const name of names) {
        at[name] ??= {};
        at = at[name] as Json;
      }
      at[last] = JSON.parse(text);
      return null;
    },
    async snap_dialog({ id, content }) {
      const drawn = typeof id === 'string' ? interfaces.get(id) : content;
      assertJSXElement(drawn);
      dialogs.push(drawn);
      return typeof id === 'string' ? choose(namesOfBoxes(drawn)) : user(drawn);
    },
    snap_createInterface({ ui }) {
      const id = `interface-${interfaces.size}`;
      interfaces.set(id, ui as JSXElement);
      return id;
    },
    snap_notify: ({ message }) => void notifications.push(String(message)),
    snap_getBip44Entropy: () => ({ ...entropy }),
    async snap_getFile({ path }) {
      if (path === './static/openrpc.json') return readFile('openrpc.json', 'utf8');
      if (path !== './static/poseidon.wasm') throw new Error(`The package has no ${path}.`);
      return `0x${(await buildHash()).toString('hex')}`;
    },
    snap_getPreferences: () => ({ locale: 'en', currency: 'usd', hideBalances: false }),
    snap_getBackgroundEvents: () => events,
    snap_scheduleBackgroundEvent: (params) => void events.push(params as never),
  };

  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const answer = answers[method];
    if (!answer) throw new Error(`The wallet has no ${method}.`);
    return answer((params ?? {}) as Params);
  };
  return {
    wallet: { request } as Pick<SnapsProvider, 'request'>,
    state,
    dialogs,
    notifications,
    events,
    traffic,
  };
}

/** Names of the boxes that a dialog offers to tick, in the order drawn. */
const namesOfBoxes = (drawn: JSXElement): string[] =>
  [...JSON.stringify(drawn).matchAll(/"type":"Checkbox","props":\{"name":"([^"]+)"/gu)].map(
    ([, name = '']) => name,
  );
