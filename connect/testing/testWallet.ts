import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import { toWireError } from '../../src/rpc/boundary';
import { textOf } from '../../test/node/readDialog';
import { partsOf } from '../../test/wallet/fakeDialogs';
import { openModule } from '../../test/wallet/openModule';

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

const providerError = (code: number, message: string, data?: unknown) =>
  Object.assign(new Error(message), { code, ...(data !== undefined && { data }) });

export type TestWallet = ReturnType<typeof createTestWallet>;

/**
 * A headless wallet: the real module, with storage in memory and a user scripted by the test. By
 * default the user approves everything.
 */
export function createTestWallet({
  nodeUrl,
  phrase,
  moduleId = 'npm:@xnet/module',
}: TestWalletOptions = {}) {
  let answer: (dialog: Dialog) => boolean | Promise<boolean> = () => true;
  let choose: (offered: readonly string[]) => string[] = (offered) => [...offered];
  const dialogs: Dialog[] = [];
  const open: OpenDialog[] = [];
  const awaited: ((dialog: OpenDialog) => void)[] = [];
  const connected = new Set<string>();
  const calls: { origin: string; method: string }[] = [];

  const module = openModule({
    ...(phrase !== undefined && { phrase }),
    ...(nodeUrl !== undefined && { sepoliaUrl: nodeUrl }),
    user: (tree) => {
      const dialog = asData(tree);
      dialogs.push(dialog);
      return answer(dialog);
    },
    choose: (offered) => choose(offered),
  });

  async function invoke(origin: string, { request }: Invocation): Promise<unknown> {
    calls.push({ origin, method: request.method });
    try {
      return await module.invoke(request.method, request.params, origin);
    } catch (error) {
      const { code, message, data } = toWireError(error, await module.module.hints());
      throw providerError(code, message, data);
    }
  }

  const otherModule = () =>
    providerError(-32603, `This wallet runs the module "${moduleId}" only.`);

  async function answerTo(origin: string, { method, params }: Call): Promise<unknown> {
    if (asking.includes(method)) {
      if (!Object.hasOwn(params ?? {}, moduleId)) throw otherModule();
      connected.add(origin);
    }
    if (asking.includes(method) || listing.includes(method))
      return connected.has(origin)
        ? { [moduleId]: { id: moduleId, version: '0.1.0', enabled: true, blocked: false } }
        : {};
    if (!invoking.includes(method)) throw providerError(-32601, `There is no ${method}.`);
    if (!connected.has(origin)) throw providerError(4100, 'This site is not connected.');
    const invocation = params as Invocation;
    if ((invocation.moduleId ?? invocation.snapId) !== moduleId) throw otherModule();
    return invoke(origin, invocation);
  }

  return {
    moduleId,
    /** Every dialog, answered or open, oldest first. */
    dialogs,
    /** Every call to the module. */
    calls,
    approve(): void {
      answer = () => true;
    },
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
    /** Removes a site's connection, as the user can do in the wallet. */
    disconnect(origin: string): void {
      connected.delete(origin);
    },
    /** The EIP-1193 provider for a page of that origin; messages pass as JSON. */
    providerFor: (origin: string) => ({
      request: async (call: Call): Promise<unknown> =>
        structuredClone(await answerTo(origin, JSON.parse(JSON.stringify(call)))),
    }),
  };
}

function asData(tree: JSXElement): Dialog {
  const heading = partsOf(tree).find(({ type }) => type === 'Heading');
  return { title: textOf((heading?.props.children ?? '') as string), text: textOf(tree) };
}
