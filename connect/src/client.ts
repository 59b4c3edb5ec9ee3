import type { ErrorKind, MethodName, XnetMethods } from './methods';
import { codeOf, dataOf, type Provider, toJson } from './provider';
import { shared } from './shared';

export type Params<M extends MethodName> = XnetMethods[M]['params'];
export type Result<M extends MethodName> = XnetMethods[M]['result'];
/** The kinds of a method's errors; of a module that is older than the method, `methodNotFound`. */
export type Errors<M extends MethodName> = XnetMethods[M]['errors'] | 'methodNotFound';

export type RequestOptions = {
  /** Ends the wait; a dialog that is open in the wallet stays there. */
  signal?: AbortSignal | undefined;
};
type Args<M extends MethodName> =
  Record<never, never> extends Params<M>
    ? [params?: Params<M>, options?: RequestOptions]
    : [params: Params<M>, options?: RequestOptions];

export type ClientOptions = {
  provider: Provider;
  /** `npm:@xnet/module` where left out. */
  moduleId?: string | undefined;
  /** Versions that the page can do with, such as `^0.2.0`; any where left out. */
  version?: string | undefined;
};

/** The same three calls by their neutral names and by those that wallets in the field know. */
const vocabularies = [
  {
    list: 'wallet_getModules',
    ask: 'wallet_requestModules',
    call: 'wallet_invokeModule',
    id: 'moduleId',
  },
  { list: 'wallet_getSnaps', ask: 'wallet_requestSnaps', call: 'wallet_invokeSnap', id: 'snapId' },
] as const;
type Vocabulary = (typeof vocabularies)[number];

/** A module as the wallet tells of it. */
export type InstalledModule = { readonly id: string; readonly version: string | undefined };
/** Wallets answer with a table by id; an entry may say that it is blocked or switched off. */
type Modules = Record<
  string,
  { version?: unknown; enabled?: boolean; blocked?: boolean; error?: unknown } | undefined
>;

function pick(modules: Modules | null, moduleId: string): InstalledModule | undefined {
  const { version, enabled, blocked, error } = modules?.[moduleId] ?? { enabled: false };
  if (enabled === false || blocked || error) return undefined;
  return { id: moduleId, version: typeof version === 'string' ? version : undefined };
}

/** True where an error may say that the wallet has no such method. Wallets that give no code say it in words alone. */
const mayBeUnknown = (error: unknown): boolean => {
  const code = codeOf(error);
  return typeof code !== 'number' || code === -32601 || code === 4200;
};

/** The kind of an error that the module sent; undefined for the wallet's own errors and all others. */
export function kindOf<M extends MethodName>(error: unknown): Errors<M> | undefined {
  const { kind } = dataOf(error);
  // What the module sends is one of the kinds of its definitions.
  return typeof kind === 'string' ? (kind as Errors<M>) : undefined;
}
export type { ErrorKind };

export type Client = ReturnType<typeof createClient>;

/**
 * The module of one wallet, each method with its own params, result and errors.
 *
 * @example
 * const client = createClient({ provider });
 * await client.install();
 * const { transaction_hash } = await client.request('xnet_executeTxn', { address, calls });
 */
export function createClient({ provider, moduleId = 'npm:@xnet/module', version }: ClientOptions) {
  let known: Vocabulary | undefined;

  /** Which names a wallet knows is found by listing: asked for a method, the module may refuse it. */
  async function list(): Promise<Modules | null> {
    const [neutral, vendors] = vocabularies;
    const by = async (words: Vocabulary) => {
      const modules = await provider.request({ method: words.list });
      known = words;
      return modules as Modules | null;
    };
    if (known) return by(known);
    return by(neutral).catch((error) => {
      if (!mayBeUnknown(error)) throw error;
      return by(vendors);
    });
  }

  async function vocabulary(): Promise<Vocabulary> {
    if (!known) await list();
    return known ?? vocabularies[0];
  }

  /**
   * The module as installed and connected to this page, or undefined. Asks the user nothing.
   * @throws what a wallet answers that does not list its modules
   */
  const installed = async (): Promise<InstalledModule | undefined> => pick(await list(), moduleId);

  async function askForModule(): Promise<InstalledModule> {
    const { ask: method } = await vocabulary();
    const wanted = version === undefined ? {} : { version };
    const answer = await provider.request({ method, params: { [moduleId]: wanted } });
    const granted = answer as Modules | null;
    const [told, module] = [granted?.[moduleId], pick(granted, moduleId)];
    if (told && !module)
      throw Object.assign(
        new Error('The wallet does not run the module.'),
        { code: -32603 },
        told.error,
      );
    return module ?? { id: moduleId, version: undefined };
  }

  return {
    moduleId,
    provider,
    version,
    installed,

    /** True where this page may call the module. Asks the user nothing, and never rejects. */
    isInstalled: (): Promise<boolean> => installed().then(Boolean, () => false),

    /**
     * Has the wallet install the module, or update one of another version than the page can do with, and
     * connect it to this page; asks where it must. Calls at the same time share one question: wallets
     * refuse a second one.
     */
    install: shared(askForModule),

    /** Calls a method of the module. @throws what the wallet or the module answers */
    async request<M extends MethodName>(
      method: M,
      ...[params, options]: Args<M>
    ): Promise<Result<M>> {
      const { call, id } = await within(vocabulary(), options?.signal);
      const request = params === undefined ? { method } : { method, params: toJson(params) };
      const asking = provider.request({ method: call, params: { [id]: moduleId, request } });
      return (await within(asking, options?.signal)) as Result<M>;
    },
  };
}

/** Waits for a promise, but no longer than until the signal. @throws the reason of the signal */
export function within<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
