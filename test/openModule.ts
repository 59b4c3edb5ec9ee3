import { createModule } from '../src/compose';
import { type ErrorKind, errorKinds, ModuleError } from '../src/errors';
import { createDispatcher, type MethodTable } from '../src/rpc/dispatch';
import { commonErrors } from '../src/rpc/method';
import * as methods from '../src/rpc/methods';
import { ownName } from '../src/rpc/names';
import { chainIds } from '../src/schema/primitives';
import { fakeWallet } from './fakeWallet';

type Options = NonNullable<Parameters<typeof fakeWallet>[0]> & {
  /** JSON-RPC address of the node of each network; an address where nothing listens if left out. */
  sepoliaUrl?: string;
  mainnetUrl?: string;
  now?: () => number;
  companions?: readonly string[];
};

const NOBODY = 'http://127.0.0.1:9/';

/** The whole module over a fake wallet: real dispatcher, state, crypto and clients. */
export function openModule({
  sepoliaUrl = NOBODY,
  mainnetUrl = NOBODY,
  now = Date.now,
  companions = [],
  ...walletOptions
}: Options = {}) {
  const platform = fakeWallet(walletOptions);
  const module = createModule({
    wallet: platform.wallet,
    fetch,
    now,
    endpoints: {
      [chainIds.sepolia]: [{ url: sepoliaUrl }],
      [chainIds.mainnet]: [{ url: mainnetUrl }],
    },
  });
  const dispatch = createDispatcher(methods, module, (origin) => companions.includes(origin));

  return {
    ...platform,
    module,
    /** Sends a request as a dapp does; an error of a kind that the method does not declare fails. */
    // biome-ignore lint/suspicious/noExplicitAny: a reply is whatever the method's result is
    async invoke(method: string, params?: unknown, origin = 'https://dapp.example'): Promise<any> {
      try {
        return await dispatch({ origin, request: { method, params } });
      } catch (error) {
        if (error instanceof ModuleError) requireDeclared(method, error.kind);
        throw error;
      }
    },
  };
}

function requireDeclared(name: string, kind: ErrorKind): void {
  const method = (methods as MethodTable)[ownName(name)];
  const declared: readonly ErrorKind[] = [...commonErrors, ...(method?.errors ?? [])];
  if (method && !declared.includes(kind))
    throw new Error(`${name} failed with '${kind}' (${errorKinds[kind].code}), not declared.`);
}
