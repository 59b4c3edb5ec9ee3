import { describeFailure } from './failure';

export type ProviderRequest = { readonly method: string; readonly params?: unknown };
export type Provider = {
  request(request: ProviderRequest): Promise<unknown>;
  on?(event: string, listener: () => void): unknown;
  removeListener?(event: string, listener: () => void): unknown;
};

/** Sends one request and may note it; how this page watches what it asks. */
export type Send = (label: string, request: ProviderRequest) => Promise<unknown>;

export type InstalledModule = { readonly id: string; readonly version: string | null };

type Vocabulary = {
  readonly getModules: string;
  readonly requestModules: string;
  readonly invokeModule: string;
  readonly idParameter: string;
};

/** The same three calls by their neutral names and by those that wallets in the field know. */
const neutral: Vocabulary = {
  getModules: 'wallet_getModules',
  requestModules: 'wallet_requestModules',
  invokeModule: 'wallet_invokeModule',
  idParameter: 'moduleId',
};
const established: Vocabulary = {
  getModules: 'wallet_getSnaps',
  requestModules: 'wallet_requestSnaps',
  invokeModule: 'wallet_invokeSnap',
  idParameter: 'snapId',
};

const unknownMethodCodes: readonly (number | null)[] = [-32601, 4200];
const isUnknownMethod = (error: unknown) => {
  const { code, message } = describeFailure(error);
  if (code !== null) return unknownMethodCodes.includes(code);
  return /unknown method|method not found|not supported|does not exist/iu.test(message);
};

export type ModuleClient = ReturnType<typeof createModuleClient>;

/**
 * Speaks with one module of one wallet. Which names the wallet knows is found by listing its
 * modules, never by calling one: there, "method not found" may come from the module itself.
 */
export function createModuleClient({ moduleId, send }: { moduleId: string; send: Send }) {
  let known: Vocabulary | undefined;

  const ask = async (words: Vocabulary): Promise<unknown> => {
    const modules = await send(words.getModules, { method: words.getModules });
    known = words;
    return modules;
  };

  async function list(): Promise<unknown> {
    if (known) return ask(known);
    try {
      return await ask(neutral);
    } catch (error) {
      if (!isUnknownMethod(error)) throw error;
      return ask(established);
    }
  }

  async function words(): Promise<Vocabulary> {
    if (!known) await list();
    return known ?? neutral;
  }

  /** The module as installed and allowed for this page, or null. Never asks the user. */
  const installed = async (): Promise<InstalledModule | null> => pick(await list(), moduleId);

  /** Connects this page; the wallet asks its user only where the module is not yet allowed. */
  async function connect(): Promise<InstalledModule> {
    const present = await installed();
    if (present) return present;
    const { requestModules } = await words();
    const granted = await send(requestModules, {
      method: requestModules,
      params: { [moduleId]: {} },
    });
    return pick(granted, moduleId) ?? { id: moduleId, version: null };
  }

  /** Calls a method of the module; `params` absent leaves the field out of the envelope. */
  async function invoke(method: string, params?: unknown): Promise<unknown> {
    const { invokeModule, idParameter } = await words();
    return send(method, {
      method: invokeModule,
      params: {
        [idParameter]: moduleId,
        request: params === undefined ? { method } : { method, params },
      },
    });
  }

  return { installed, connect, invoke };
}

/** Wallets answer with a table by id; an entry may say that it is blocked or switched off. */
function pick(modules: unknown, moduleId: string): InstalledModule | null {
  if (typeof modules !== 'object' || modules === null) return null;
  const entry: unknown = Object.entries(modules).find(([id]) => id === moduleId)?.[1];
  if (typeof entry !== 'object' || entry === null) return null;
  const { version, blocked, enabled, error } = entry as Record<string, unknown>;
  if (error !== undefined || blocked === true || enabled === false) return null;
  return { id: moduleId, version: typeof version === 'string' ? version : null };
}
