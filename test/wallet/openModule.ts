import { type ErrorKind, errorKinds, ModuleError } from '@xnet/clients/errors';
import { createModule, type Platform } from '../../src/compose';
import { answerUserInput } from '../../src/flow/home/page';
import { allMethods } from '../../src/rpc/allMethods';
import { createDispatcher, type MethodTable } from '../../src/rpc/dispatch';
import { commonErrors } from '../../src/rpc/method';
import { isStarkNetName, ownName } from '../../src/rpc/names';
import { starkNetAliases } from '../../src/rpc/starkNetAliases';
import { chainIds } from '../../src/schema/primitives';
import { fakeWallet } from './fakeWallet';

type Options = NonNullable<Parameters<typeof fakeWallet>[0]> &
  Pick<Platform, 'explorerUrls' | 'priceUrl' | 'paymasterUrl' | 'setTimer'> & {
    /** JSON-RPC URL of each network's node; default: an address where nothing listens. */
    sepoliaUrl?: string;
    mainnetUrl?: string;
    now?: () => number;
    companions?: readonly string[];
    border?: Border;
    /** Replaces the network; default: the runtime's own `fetch`. */
    fetch?: typeof globalThis.fetch;
  };

/**
 * The module's border: called with every request to the wallet or the network, which it lets pass
 * by calling `cross`, or not. The detail is the request's params, or the HTTP body.
 */
export type Border = <T>(
  request: { method: string; detail: unknown },
  cross: () => Promise<T>,
) => Promise<T>;

/** The method name of HTTP requests at the border. */
export const HTTP = 'http';

const NOBODY = 'http://127.0.0.1:9/';

/** Network names in its dialogs: Sepolia is read from this machine, so it is a local chain. */
export const shownNetworks: Record<string, string> = {
  [chainIds.sepolia]: 'Local chain',
  [chainIds.mainnet]: 'Mainnet',
};

/** The whole module on a fake wallet: real dispatcher, state, crypto and clients. */
export function openModule({
  sepoliaUrl = NOBODY,
  mainnetUrl = NOBODY,
  now = Date.now,
  companions = [],
  explorerUrls,
  priceUrl,
  paymasterUrl,
  setTimer,
  border = (_request, cross) => cross(),
  fetch = globalThis.fetch,
  ...walletOptions
}: Options = {}) {
  const platform = fakeWallet(walletOptions);
  const start = () =>
    createModule({
      wallet: {
        request: (call: { method: string; params?: unknown }) =>
          border({ method: call.method, detail: call.params }, () =>
            platform.wallet.request(call as Parameters<typeof platform.wallet.request>[0]),
          ),
      } as typeof platform.wallet,
      fetch: (url, init) => border({ method: HTTP, detail: init?.body }, () => fetch(url, init)),
      now,
      companions,
      ...(explorerUrls && { explorerUrls }),
      ...(priceUrl !== undefined && { priceUrl }),
      ...(paymasterUrl !== undefined && { paymasterUrl }),
      ...(setTimer && { setTimer }),
      endpoints: {
        [chainIds.sepolia]: [{ url: sepoliaUrl }],
        [chainIds.mainnet]: [{ url: mainnetUrl }],
      },
    });
  const module = start();
  const dispatch = createDispatcher(allMethods, module, starkNetAliases);
  platform.pages.listen((id, event) => answerUserInput(module, id, event));

  return {
    ...platform,
    module,
    /** The module as after the wallet has ended it: it remembers nothing but state. */
    restarted: start,
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

/** The definition for a wire name, as the dispatcher finds it; undefined for no method. */
export function getDefinition(name: string): MethodTable[string] | undefined {
  const own = ownName(name);
  const olderTable: MethodTable = starkNetAliases;
  const older =
    isStarkNetName(name) && Object.hasOwn(olderTable, own) ? olderTable[own] : undefined;
  return older ?? (Object.hasOwn(allMethods, own) ? allMethods[own] : undefined);
}

function requireDeclared(name: string, kind: ErrorKind): void {
  const method = getDefinition(name);
  const declared: readonly ErrorKind[] = [...commonErrors, ...(method?.errors ?? [])];
  if (method && !declared.includes(kind))
    throw new Error(`${name} failed with '${kind}' (${errorKinds[kind].code}), not declared.`);
}
