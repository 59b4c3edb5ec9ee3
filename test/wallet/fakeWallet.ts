import type { SnapsProvider } from '@metamask/snaps-sdk';
import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import vectors from '../vectors/accounts.json';
import {
  confirm,
  fakeDialogs,
  findButton,
  listBoxes,
  type OpenDialog,
  showsSecret,
} from './fakeDialogs';
import { packageFile } from './packageFile';

/** The wallet's code for a second dialog. */
export const ALREADY_PENDING = -32002;

type Json = Record<string, unknown>;
type Params = { key: string; value: unknown; encrypted: boolean; id: string } & Json;

/**
 * The user of a test: sees a dialog with unfolded details and answers yes, no, or by dismissing it.
 * The answer is given with the dialog's own buttons; `open` allows other input.
 */
export type User = (
  dialog: JSXElement,
  open?: OpenDialog,
) => boolean | null | Promise<boolean | null>;

type Entropy = { depth: number; privateKey: string; publicKey: string; chainCode: string };
const entropies = new Map<string, Entropy>();

/** The node m/44'/9004'/0'/0 of a phrase, as a wallet passes it to a module (BIP-39, BIP-32). */
export function createEntropy(phrase: string): Entropy {
  const known = entropies.get(phrase) ?? deriveEntropy(phrase);
  entropies.set(phrase, known);
  return known;
}

/** A node in the wallet's form: with an uncompressed public key. */
export function entropyNode({ depth, privateKey, publicKey, chainCode }: HDKey): Entropy {
  if (!privateKey || !publicKey || !chainCode) throw new Error('A private node is needed.');
  const hex = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`;
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return {
    depth,
    privateKey: hex(privateKey),
    publicKey: hex(point),
    chainCode: hex(chainCode),
  };
}

function deriveEntropy(phrase: string): Entropy {
  const seed = pbkdf2(sha512, phrase.normalize('NFKD'), 'mnemonic', { c: 2048, dkLen: 64 });
  return entropyNode(HDKey.fromMasterSeed(seed).derive("m/44'/9004'/0'/0"));
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
  validates,
}: {
  user?: User;
  /** Names of the checkboxes that the user ticks in a dialog; default: all. */
  choose?: (offered: readonly string[], dialog: OpenDialog) => string[] | Promise<string[]>;
  phrase?: string;
  stored?: { plain?: Json; secret?: Json };
  /** As for fakeDialogs. */
  validates?: () => boolean;
} = {}) {
  const state = {
    plain: structuredClone(stored.plain ?? {}),
    secret: structuredClone(stored.secret ?? {}),
  };
  const dialogs: JSXElement[] = [];
  const notifications: string[] = [];
  const events: { duration: string; request: { method: string }; date: string }[] = [];
  /** Bytes of JSON that crossed the border for state. */
  const traffic = { read: 0, written: 0 };
  const entropy = createEntropy(phrase);
  const pages = fakeDialogs(validates);
  /** The first drawing of each review, with folded details. */
  const openings: JSXElement[] = [];
  /** As wallets had it until 2026: a second dialog of the module is refused while one is open. */
  let isAsking = false;

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
      if (isAsking)
        throw Object.assign(new Error('Request already pending.'), { code: ALREADY_PENDING });
      isAsking = true;
      pages.leave(id);
      try {
        return await (typeof id === 'string' ? askIn(id) : show(content));
      } finally {
        isAsking = false;
      }
    },
    snap_createInterface: ({ ui, context }) => pages.create(ui, context),
    snap_updateInterface: ({ id, ui, context }) => pages.update(id, ui, context),
    snap_getInterfaceContext: ({ id }) => pages.context(id),
    snap_getInterfaceState: ({ id }) => pages.state(id),
    snap_resolveInterface: ({ id, value }) => pages.resolve(id, value),
    snap_notify: ({ message }) => void notifications.push(String(message)),
    snap_getBip32Entropy: () => ({ ...entropy }),
    snap_getFile: ({ path }) => packageFile(String(path)),
    snap_getPreferences: () => ({ locale: 'en', currency: 'usd', hideBalances: false }),
    snap_getClientStatus: () => ({ locked: false, active: true }),
    snap_getBackgroundEvents: () => events,
    snap_scheduleBackgroundEvent(params) {
      const seconds = Number(/^PT(\d+)S$/u.exec(String(params.duration))?.[1]);
      const date = new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+/u, '');
      events.push({ ...params, date } as never);
    },
  };

  function show(content: unknown) {
    const drawn = pages.check(content);
    dialogs.push(drawn);
    return user(drawn);
  }

  function askIn(id: string): Promise<unknown> {
    const answer = pages.ask(id);
    const failed = new Promise((_resolve, reject) => {
      operate(id).catch(reject);
    });
    return Promise.race([answer, failed]);
  }

  /** Operates an open dialog with its own buttons. */
  async function operate(id: string): Promise<void> {
    const open = pages.open(id);
    if (!findButton(open.tree(), 'confirm')) {
      dialogs.push(open.tree());
      for (const name of await choose(listBoxes(open.tree()), open)) await open.fillIn(name, true);
      await open.press('shareAccounts');
      if (pages.isClosed(id)) return;
      // As last seen: it says why it is still open.
      dialogs.splice(-1, 1, open.tree());
      return void pages.resolve(id, null);
    }
    if (await look(open)) await confirm(open, () => pages.isClosed(id));
    else pages.resolve(id, null);
  }

  /** Shows a review to the user, with unfolded details. */
  async function look(open: OpenDialog): Promise<boolean | null> {
    openings.push(open.tree());
    if (findButton(open.tree(), 'details')) await open.press('details');
    dialogs.push(open.tree());
    return user(open.tree(), open);
  }

  /** Answers what the module asks on its page, until it asks no more there. */
  async function answerOnPage(id: string): Promise<void> {
    while (pages.isThere(id)) {
      const open = pages.open(id);
      const asks = () => findButton(open.tree(), 'confirm') !== undefined;
      if (asks() && (await look(open))) await confirm(open, () => !pages.isThere(id) || !asks());
      else if (asks() || (showsSecret(open.tree()) && dialogs.push(open.tree())))
        await open.press('leave');
      else return;
    }
  }

  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const answer = answers[method];
    if (!answer) throw new Error(`The wallet has no ${method}.`);
    return answer((params ?? {}) as Params);
  };
  return {
    answerOnPage,
    wallet: { request } as Pick<SnapsProvider, 'request'>,
    state,
    dialogs,
    openings,
    pages,
    notifications,
    events,
    traffic,
  };
}
