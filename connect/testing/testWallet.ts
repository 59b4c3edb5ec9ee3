import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import manifest from '../../package.json';
import { toWireError } from '../../src/rpc/boundary';
import { getText } from '../../test/node/readDialog';
import { listParts } from '../../test/wallet/fakeDialogs';
import { openModule } from '../../test/wallet/openModule';
import { createRefusal, providerError, type WalletState } from './refusals';
import { isInRange } from './versions';

/** The content of a dialog, as data. */
export type Dialog = { readonly title: string; readonly text: string };
/** A dialog that waits for the test's answer. */
export type OpenDialog = Dialog & { approve(): void; refuse(): void };

export type TestWalletOptions = {
  /** JSON-RPC URL of the node that stands for Sepolia; if absent, every request to a node fails. */
  nodeUrl?: string | undefined;
  /** Recovery phrase; default: a publicly known one. */
  phrase?: string | undefined;
  moduleId?: string | undefined;
};

type Call = { method: string; params?: unknown };
type Invocation = { snapId?: string; moduleId?: string; request: Call };

const listing = ['wallet_getSnaps', 'wallet_getModules'];
const asking = ['wallet_requestSnaps', 'wallet_requestModules'];
const invoking = ['wallet_invokeSnap', 'wallet_invokeModule'];

export type TestWallet = ReturnType<typeof createTestWallet>;

/** A user scripted by the test, who by default approves everything and shares every account. */
function createUser() {
  let answer: (dialog: Dialog) => boolean | Promise<boolean> = () => true;
  let choose: (offered: readonly string[]) => string[] = (offered) => [...offered];
  const dialogs: Dialog[] = [];
  const open: OpenDialog[] = [];
  const awaited: ((dialog: OpenDialog) => void)[] = [];
  const see = (tree: JSXElement): boolean | Promise<boolean> => {
    const dialog = asData(tree);
    dialogs.push(dialog);
    return answer(dialog);
  };

  return {
    see,
    /** The accounts that the user ticks; none where the user refuses. */
    chooseAmong: async (
      offered: readonly string[],
      dialog: { tree(): JSXElement },
    ): Promise<string[]> => ((await see(dialog.tree())) ? choose(offered) : []),
    script: {
      /** Every dialog, answered or open, oldest first. */
      dialogs,
      approve(): void {
        answer = () => true;
      },
      /** Refuses every following dialog, the choice of accounts included. */
      refuse(): void {
        answer = () => false;
      },
      /** Chooses among the accounts that a dialog offers; default: all. */
      choose(by: (addresses: readonly string[]) => string[]): void {
        choose = by;
      },
      /** From now on, dialogs stay open until they are answered through `nextDialog`. */
      wait(): void {
        answer = (dialog) =>
          new Promise<boolean>((resolve) => {
            const waiting = {
              ...dialog,
              approve: () => resolve(true),
              refuse: () => resolve(false),
            };
            const first = awaited.shift();
            if (first) first(waiting);
            else open.push(waiting);
          });
      },
      /** The open dialog, or the next one to open. */
      nextDialog: (): Promise<OpenDialog> =>
        new Promise((resolve) => {
          const first = open.shift();
          if (first) resolve(first);
          else awaited.push(resolve);
        }),
    },
  };
}

/** The events of EIP-1193, for all pages of the wallet. */
function createEvents() {
  const listeners = new Map<string, Set<() => void>>();
  const of = (event: string) => listeners.get(event) ?? new Set();
  return {
    on: (event: string, listener: () => void): void =>
      void listeners.set(event, of(event).add(listener)),
    removeListener: (event: string, listener: () => void): void => void of(event).delete(listener),
    emit: (event: string): void => {
      for (const listener of [...of(event)]) listener();
    },
  };
}

/** Keeps requests to the module while the wallet is locked. */
function createLock() {
  let unlock: (() => void) | undefined;
  let unlocked: Promise<void> = Promise.resolve();
  return {
    unlocked: () => unlocked,
    lock(): void {
      unlocked = new Promise((resolve) => {
        unlock = resolve;
      });
    },
    unlock: () => unlock?.(),
  };
}

/** Answers of the wallet, and its notes. */
type Held = {
  readonly moduleId: string;
  module: ReturnType<typeof openModule>;
  state: WalletState;
  readonly lock: ReturnType<typeof createLock>;
  /** Sites that are connected. */
  readonly connected: Set<string>;
  readonly calls: { origin: string; method: string }[];
};

async function invoke(held: Held, origin: string, { request }: Invocation): Promise<unknown> {
  held.calls.push({ origin, method: request.method });
  try {
    return await held.module.invoke(request.method, request.params, origin);
  } catch (error) {
    const { code, message, data } = toWireError(error, await held.module.module.hints());
    throw providerError(code, message, data);
  }
}

const otherModule = ({ moduleId }: Held) =>
  providerError(-32603, `This wallet runs the module "${moduleId}" only.`);

function ask(held: Held, origin: string, params: unknown): void {
  const { moduleId, connected } = held;
  const wanted = (params ?? {}) as Record<string, { version?: string } | undefined>;
  if (!Object.hasOwn(wanted, moduleId)) throw otherModule(held);
  const range = wanted[moduleId]?.version ?? '*';
  if (!isInRange(manifest.version, range))
    throw providerError(-32602, `No version of "${moduleId}" is inside requested "${range}".`);
  connected.add(origin);
}

function list({ moduleId, state, connected }: Held, origin: string) {
  const blocked = state === 'blocked';
  const enabled = !blocked && state !== 'disabled';
  if (connected.has(origin))
    return { [moduleId]: { id: moduleId, version: manifest.version, enabled, blocked } };
  return {};
}

async function answerTo(held: Held, origin: string, { method, params }: Call): Promise<unknown> {
  const { state, moduleId, connected, lock } = held;
  const refusal = createRefusal(state, { method, moduleId });
  if (refusal) throw refusal;
  if (asking.includes(method)) ask(held, origin, params);
  if (asking.includes(method) || listing.includes(method)) return list(held, origin);
  if (!invoking.includes(method)) throw providerError(-32601, `There is no ${method}.`);
  if (!connected.has(origin)) throw providerError(4100, 'This site is not connected.');
  const invocation = params as Invocation;
  if ((invocation.moduleId ?? invocation.snapId) !== moduleId) throw otherModule(held);
  await lock.unlocked();
  return invoke(held, origin, invocation);
}

/**
 * A headless wallet: the real module, with storage in memory and a user scripted by the test. By
 * default the user approves everything.
 */
export function createTestWallet({
  nodeUrl,
  phrase,
  moduleId = 'npm:@xnet/module',
}: TestWalletOptions = {}) {
  const { see, chooseAmong, script } = createUser();
  const { emit, ...events } = createEvents();
  const install = () =>
    openModule({
      ...(phrase !== undefined && { phrase }),
      ...(nodeUrl !== undefined && { sepoliaUrl: nodeUrl }),
      user: see,
      choose: chooseAmong,
    });
  const lock = createLock();
  const connected = new Set<string>();
  const held: Held = { moduleId, module: install(), state: 'working', lock, connected, calls: [] };

  return {
    ...script,
    moduleId,
    /** Every call to the module. */
    calls: held.calls,
    /**
     * Puts the wallet into another state, such as `disabled`, until `become('working')`. A module
     * that is removed forgets everything; `connect()` installs it again.
     */
    become(next: WalletState): void {
      if (next === 'removed') {
        held.module = install();
        connected.clear();
      }
      if (next === 'locked') lock.lock();
      else lock.unlock();
      const [before, after] = [held.state, next].map((one) => one === 'away');
      held.state = next === 'removed' || next === 'locked' ? 'working' : next;
      if (before !== after) emit(after ? 'disconnect' : 'connect');
    },
    /** Removes a site's connection, as the user can do in the wallet. */
    disconnect(origin: string): void {
      connected.delete(origin);
      emit('accountsChanged');
    },
    /** The EIP-1193 provider for a page of that origin; messages pass as JSON. */
    providerFor: (origin: string) => ({
      ...events,
      request: async (call: Call): Promise<unknown> =>
        structuredClone(await answerTo(held, origin, JSON.parse(JSON.stringify(call)))),
    }),
  };
}

function asData(tree: JSXElement): Dialog {
  const heading = listParts(tree).find(({ type }) => type === 'Heading');
  return { title: getText((heading?.props.children ?? '') as string), text: getText(tree) };
}
