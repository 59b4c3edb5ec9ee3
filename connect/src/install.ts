import { type ClientOptions, createClient } from './client';
import { createConnection } from './connection';
import { discover, runsModules } from './discover';
import type { Provider } from './provider';
import { registerWallet, toStandardWallet } from './standardWallet';
import { toWindowObject } from './windowObject';

export type ShowOptions = Omit<ClientOptions, 'provider'> & {
  /** Polling interval in milliseconds while there are listeners; default: 2,000. */
  pollMs?: number | undefined;
};

/** The module of one wallet in every form that dapps use. */
export function shapesOf(provider: Provider, { pollMs = 2_000, ...options }: ShowOptions = {}) {
  const client = createClient({ provider, ...options });
  const connection = createConnection(client, { pollMs });
  return {
    client,
    connection,
    windowObject: toWindowObject(connection),
    standardWallet: toStandardWallet(connection),
  };
}
export type Shapes = ReturnType<typeof shapesOf>;

/**
 * Exposes the module where dapps look for wallets: as `window.starknet_xnet` and through the wallet
 * standard, synchronously when the user's wallet announces itself. Call it before the page mounts,
 * as libraries such as starknet-react look only once.
 *
 * @returns a function that undoes it: stops waiting for a wallet, or removes the module
 */
export function showModule(
  options: ShowOptions = {},
  shown?: (shapes: Shapes) => void,
): () => void {
  let hide: (() => void) | undefined;
  const end = discover(({ provider }) => {
    if (hide) return;
    const shapes = shapesOf(provider, options);
    const place: { starknet_xnet?: unknown } = window as object;
    Object.defineProperty(place, 'starknet_xnet', {
      value: shapes.windowObject,
      enumerable: true,
      configurable: true,
    });
    const unregister = registerWallet(shapes.standardWallet);
    hide = () => {
      unregister();
      if (place.starknet_xnet === shapes.windowObject) delete place.starknet_xnet;
    };
    shown?.(shapes);
  });
  return () => {
    end();
    hide?.();
  };
}

/** For get-starknet's discovery: `createStore({ eip1193Adapters: [getStarknetAdapter] })`. */
export const getStarknetAdapter = (info: { rdns: string }, provider: Provider) =>
  runsModules(info) ? shapesOf(provider).standardWallet : null;
