import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import { toWireError } from '../../src/rpc/boundary';
import { textOf } from '../../test/node/readDialog';
import { partsOf } from '../../test/wallet/fakeDialogs';
import { openModule } from '../../test/wallet/openModule';

/** What a dialog shows, as data. */
export type Dialog = { readonly title: string; readonly text: string };
/** A dialog that waits for the test to answer it. */
export type OpenDialog = Dialog & { approve(): void; refuse(): void };

export type TestWalletOptions = {
  /** JSON-RPC address of the node that stands for Sepolia; absent: nothing listens there. */
  nodeUrl?: string | undefined;
  /** Recovery phrase; absent: one that everybody knows. */
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
 * A wallet without a window: the module itself, over storage in memory and a user whom the test
 * scripts. The user approves everything until told otherwise.
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
    /** Every dialog that was answered or waits, oldest first. */
    dialogs,
    /** Every call of the module. */
    calls,
    approve(): void {
      answer = () => true;
    },
    refuse(): void {
      answer = () => false;
    },
    /** Chooses among the accounts that a dialog offers; all of them by default. */
    choose(by: (addresses: readonly string[]) => string[]): void {
      choose = by;
    },
    /** From now on a dialog waits until `nextDialog` has been answered. */
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
    /** The dialog that waits, or the next one. */
    nextDialog: (): Promise<OpenDialog> =>
      new Promise((resolve) => {
        const first = open.shift();
        if (first) resolve(first);
        else awaited.push(resolve);
      }),
    /** What the user does in the wallet: takes a site's connection away. */
    disconnect(origin: string): void {
      connected.delete(origin);
    },
    /** The wallet as a page of that origin has it (EIP-1193); what crosses is JSON. */
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
