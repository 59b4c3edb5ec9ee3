import { type Account, createAccount } from './account';
import { type Client, createClient } from './client';
import { type ChainId, type ChainName, createConnection } from './connection';
import { FIND_MS, type FindOptions, gatherWallets } from './discover';
import { inHex, type Provider } from './provider';

/** Wallet of a page that was connected before. */
export type ReconnectOptions = FindOptions & {
  /** The wallet's provider; default: found by `findWallet`. */
  provider?: Provider | undefined;
};
/** Wallet and network of a page. */
export type ConnectOptions = ReconnectOptions & {
  /** The network that the page works on, in hex or as CAIP-2; default: the one that the site is on. */
  chainId?: ChainId | ChainName | undefined;
};

async function clientOf({
  provider,
  waitMs = FIND_MS,
  choose,
  signal,
  ...options
}: ReconnectOptions): Promise<Client> {
  if (provider) return createClient({ provider, ...options });
  return (await gatherWallets({ ...options, choose, signal, waitMs })).client;
}

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
export async function connect({ chainId, ...options }: ConnectOptions = {}): Promise<Account> {
  const { signal } = options;
  const connection = createConnection(await clientOf(options));
  const account = createAccount(connection, await connection.connect({ signal }));
  const isElsewhere = chainId !== undefined && inHex(chainId) !== account.chainId;
  return isElsewhere ? account.switchChain(chainId, { signal }) : account;
}

/**
 * The account of a user who has connected this page before, such as before a reload. Shows no
 * dialog: call it when the page opens.
 * @returns undefined if no wallet runs modules, or the page is not connected
 *
 * @example
 * const account = await reconnect();
 */
export async function reconnect(options: ReconnectOptions = {}): Promise<Account | undefined> {
  const { signal } = options;
  const client = await clientOf({ ...options, choose: undefined }).catch((error) => {
    signal?.throwIfAborted();
    if (error?.name !== 'TimeoutError') throw error;
  });
  const connection = client && createConnection(client);
  const state = await connection?.look({ signal });
  return connection && state?.currentAccount ? createAccount(connection, state) : undefined;
}
