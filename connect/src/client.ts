import type { ErrorKind, MethodName, XnetMethods } from './methods';
import { getCode, getData, getMessage, type Provider, toJson } from './provider';
import { shared } from './shared';

/** Parameters of a method. */
export type Params<M extends MethodName> = XnetMethods[M]['params'];
/** Result of a method. */
export type Result<M extends MethodName> = XnetMethods[M]['result'];
/** The error kinds of a method; `methodNotFound` if the installed module predates the method. */
export type Errors<M extends MethodName> = XnetMethods[M]['errors'] | 'methodNotFound';

/** Options of waiting for a call. */
export type RequestOptions = {
  /** Aborts the wait; a dialog that is open in the wallet stays open. */
  signal?: AbortSignal | undefined;
};
type Args<M extends MethodName> =
  Record<never, never> extends Params<M>
    ? [params?: Params<M>, options?: RequestOptions]
    : [params: Params<M>, options?: RequestOptions];

/** Wallet and module that a client calls. */
export type ClientOptions = {
  /** Provider of the wallet (EIP-1193). */
  provider: Provider;
  /** Default: `npm:@xnet/module`. */
  moduleId?: string | undefined;
  /** Semver range of module versions that the page supports, such as `^0.2.0`; default: any. */
  version?: string | undefined;
};

export const getModuleId = ({ moduleId = 'npm:@xnet/module' }: Omit<ClientOptions, 'provider'>) =>
  moduleId;

type Vocabulary = Readonly<Record<'list' | 'ask' | 'call' | 'id', string>>;

/** The same three calls by their neutral names and by the vendor's names. */
const neutral: Vocabulary = {
  list: 'wallet_getModules',
  ask: 'wallet_requestModules',
  call: 'wallet_invokeModule',
  id: 'moduleId',
};
const vendors: Vocabulary = {
  list: 'wallet_getSnaps',
  ask: 'wallet_requestSnaps',
  call: 'wallet_invokeSnap',
  id: 'snapId',
};

/** An installed module as reported by the wallet. */
export type InstalledModule = {
  /** Id of the module, as the wallet lists it. */
  readonly id: string;
  /** Version; undefined if the wallet tells none. */
  readonly version: string | undefined;
};
/** Wallets return a table by id; an entry may be marked as blocked or disabled. */
type Modules = Record<
  string,
  { version?: unknown; enabled?: boolean; blocked?: boolean; error?: unknown } | undefined
>;

function pick(modules: Modules | null, moduleId: string): InstalledModule | undefined {
  const { version, enabled, blocked, error } = modules?.[moduleId] ?? { enabled: false };
  if (enabled === false || blocked || error) return undefined;
  return { id: moduleId, version: typeof version === 'string' ? version : undefined };
}

/** True if the wallet may lack the method. Some wallets send no code, only text. */
const mayBeUnknown = (error: unknown): boolean => {
  const code = getCode(error);
  return typeof code !== 'number' || code === -32601 || code === 4200;
};

/**
 * True if a call, of another page or of the wallet, restarted the module during an update. The module
 * then keeps its old version, or is updated all the same.
 */
const isBrokenUpdate = (error: unknown): boolean =>
  /crashed with updated source code|Invalid state transition/u.test(getMessage(error));

/** The kind of an error that the module sent; undefined for errors of the wallet and all others. */
export function getModuleErrorKind<M extends MethodName>(error: unknown): Errors<M> | undefined {
  const { kind } = getData(error);
  // The module only sends kinds that its definitions list.
  if (typeof kind === 'string') return kind as Errors<M>;
  return undefined;
}
export type { ErrorKind };

const unlistedModules = () =>
  Object.assign(new Error('The wallet lists no modules.'), { code: -32601 });

/** The wallet's modules, and the names by which it answers. */
function createListing(provider: Provider) {
  let knownVocabulary: Vocabulary | undefined;

  /** Probes the wallet's names by listing: a call of a method could fail in the module. */
  async function list(preferred = knownVocabulary): Promise<Modules> {
    const listBy = async (words: Vocabulary): Promise<Modules> => {
      const modules = await provider.request({ method: words.list });
      // Some wallets answer to any name.
      if (typeof modules !== 'object' || modules === null) throw unlistedModules();
      knownVocabulary = words;
      return modules as Modules;
    };
    return listBy(preferred ?? neutral).catch((error) => {
      // Another call may have found out the names meanwhile.
      if (preferred || !mayBeUnknown(error)) throw error;
      return listBy(vendors);
    });
  }

  async function vocabulary(): Promise<Vocabulary> {
    if (!knownVocabulary) await list();
    return knownVocabulary ?? neutral;
  }

  return { list, vocabulary };
}

/** A client for the module of one wallet. */
export type Client = ReturnType<typeof createClient>;

/**
 * A client for the module of one wallet, with typed params, results and errors per method.
 *
 * @example
 * const client = createClient({ provider });
 * await client.install();
 * const { transaction_hash } = await client.request('xnet_executeTxn', { address, calls });
 */
export function createClient({ provider, version, ...options }: ClientOptions) {
  const moduleId = getModuleId(options);
  const { list, vocabulary } = createListing(provider);

  const installed = async (options?: RequestOptions): Promise<InstalledModule | undefined> =>
    pick(await withSignal(list(), options?.signal), moduleId);
  const install = shared(askForModule);

  async function askForModule(): Promise<InstalledModule> {
    const { ask: method } = await vocabulary();
    const versionRange = version === undefined ? {} : { version };
    const request = () => provider.request({ method, params: { [moduleId]: versionRange } });
    const answer = await request().catch((error) => {
      if (isBrokenUpdate(error)) return request();
      throw error;
    });
    const granted = answer as Modules | null;
    const [reply, module] = [granted?.[moduleId], pick(granted, moduleId)];
    if (reply && !module)
      throw Object.assign(
        new Error('The wallet does not run the module.'),
        { code: -32603 },
        reply.error,
      );
    return module ?? { id: moduleId, version: undefined };
  }

  return {
    /** Id of the module that is called. */
    moduleId,
    /** Provider of the wallet. */
    provider,
    /** Range of versions that the page supports; undefined: any. */
    version,
    /**
     * The module if it is installed and connected to this page, else undefined. Shows no dialog.
     * @throws the wallet's error if it does not list its modules
     */
    installed,

    /** True if this page may call the module. Shows no dialog and never rejects. */
    isInstalled: (options?: RequestOptions): Promise<boolean> =>
      installed(options).then(Boolean, () => false),

    /**
     * Asks the wallet to install the module, or to update it if the version does not match, and to
     * connect it to this page; shows a dialog if needed. Concurrent calls share one request:
     * wallets reject a second one. An update that a call of another page broke is retried once.
     */
    install: (options?: RequestOptions): Promise<InstalledModule> =>
      withSignal(install(), options?.signal),

    /**
     * Calls a method of the module.
     * @throws the error of the wallet or the module; 4900 if the wallet answers nothing any more
     */
    async request<M extends MethodName>(
      method: M,
      ...[params, options]: Args<M>
    ): Promise<Result<M>> {
      const { call, id } = await withSignal(vocabulary(), options?.signal);
      const request = params === undefined ? { method } : { method, params: toJson(params) };
      const asking = provider.request({ method: call, params: { [id]: moduleId, request } });
      const ping = { [id]: moduleId, request: { method: 'ping' } };
      const probe = () => Promise.race([list(), provider.request({ method: call, params: ping })]);
      return (await withSignal(whileAnswered(asking, probe), options?.signal)) as Result<M>;
    },
  };
}

/** Every method as a function. Written with `keyof`, so that editors show what a method does. */
export type Methods = {
  readonly [M in keyof XnetMethods]: (...args: Args<M>) => Promise<Result<M>>;
};

/**
 * The methods of the module as functions, whose summary an editor shows: `client.request` without
 * names in quotes.
 *
 * @example
 * const { xnet_getState } = createMethods(client);
 * const { currentAccount } = await xnet_getState();
 */
export const createMethods = ({ request }: Client): Methods =>
  new Proxy({} as Methods, {
    get(_, name) {
      // Whatever has a `then` is waited for by whoever returns it from an async function.
      if (typeof name === 'symbol' || name === 'then') return undefined;
      // Any method's name does; the types of `Methods` hold what goes with it.
      return (params: never, options: never) => request(name as 'xnet_getState', params, options);
    },
  });

/** Silence after which the wallet is asked whether it is there, and the time that it has for that. */
const SILENCE_MS = 30_000;
const PROBE_MS = 10_000;

/**
 * Waits while the wallet answers at all, be it with an error: one whose worker was ended hears
 * nothing more of the pages that were open, until they are reloaded.
 */
function whileAnswered<T>(asking: Promise<T>, probe: () => Promise<unknown>): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = () => clearTimeout(timer);
    const start = (run: () => void, ms: number) => {
      stop();
      timer = setTimeout(run, ms);
      // In Node, a request that is never answered does not keep the process.
      (timer as { unref?: () => void }).unref?.();
    };
    const watch = () =>
      start(() => {
        start(() => {
          isOver = true;
          const error = new Error('The wallet is silent. Reload the page.');
          reject(Object.assign(error, { code: 4900 }));
        }, PROBE_MS);
        const goOn = () => isOver || watch();
        probe().then(goOn, goOn);
      }, SILENCE_MS);
    let isOver = false;
    watch();
    asking.then(resolve, reject).finally(() => {
      isOver = true;
      stop();
    });
  });
}

/** Waits for a promise until the signal aborts. @throws the signal's reason */
export function withSignal<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
