import { type Account, createAccount } from './account';
import { createClient } from './client';
import { type ChainId, createConnection } from './connection';
import { FIND_MS, type FindOptions, gatherWallets } from './discover';
import type { chains } from './moduleLists';
import { inHex, type Provider } from './provider';

export type ConnectOptions = FindOptions & {
  /** The network that the page works on, in hex or as CAIP-2; default: the user's. */
  chainId?: ChainId | `starknet:${keyof typeof chains}` | undefined;
  /** The wallet's provider; default: found by `findWallet`. */
  provider?: Provider | undefined;
};

/**
 * Connects the page to an account of the user: finds the wallet, installs the module, lets the user
 * choose an account or makes the first one, and switches to the network; with the user, where it
 * must. Call it after the user acts.
 * @throws a TimeoutError if no wallet runs modules, and the errors of wallet and module
 *
 * @example
 * const account = await connect();
 * const { executionStatus } = await account.waitFor(await account.execute(calls));
 */
export async function connect({
  chainId,
  provider,
  waitMs = FIND_MS,
  signal,
  ...options
}: ConnectOptions = {}): Promise<Account> {
  const { choose: _choose, ...accountOptions } = options;
  const client = provider
    ? createClient({ provider, ...accountOptions })
    : (await gatherWallets({ ...options, signal, waitMs })).client;
  const connection = createConnection(client);
  const state = await connection.connect({ signal });
  if (chainId === undefined || inHex(chainId) === state.network.chainId)
    return createAccount(connection, state);
  await client.request(
    'starkNet_switchNetwork',
    { chainId: inHex(chainId) as ChainId },
    { signal },
  );
  // On another network, the page may not see an account yet.
  return createAccount(connection, await connection.connect({ signal }));
}
