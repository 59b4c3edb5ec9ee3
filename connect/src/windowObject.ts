import { type Account, createAccount } from './account';
import { appearance } from './appearance';
import { type Connection, listAddresses, type State } from './connection';
import { createWalletApi } from './walletApi';

type Listeners = {
  accountsChanged: (accounts?: string[]) => void;
  networkChanged: (chainId?: string, accounts?: string[]) => void;
};
type EventName = keyof Listeners;

const toldOf = (accounts: string[]) => {
  if (accounts.length > 0) return accounts;
  return undefined;
};

/** Events of the wallet API. */
function createEvents(connection: Connection) {
  const ends: Readonly<Record<EventName, Map<unknown, () => void>>> = {
    accountsChanged: new Map(),
    networkChanged: new Map(),
  };

  const changes: { [E in EventName]: (handle: Listeners[E]) => () => void } = {
    accountsChanged: (handle) =>
      connection.listen((now, previous) => {
        const accounts = listAddresses(now);
        if (accounts[0] !== listAddresses(previous)[0]) handle(toldOf(accounts));
      }),
    networkChanged: (handle) =>
      connection.listen((now, previous) => {
        const chainId = now?.network.chainId;
        if (chainId && previous && chainId !== previous.network.chainId)
          handle(chainId, toldOf(listAddresses(now)));
      }),
  };

  return {
    /** Calls back on an event; one that does not exist never happens. */
    on<E extends EventName>(event: E, handle: Listeners[E]): void {
      if (Object.hasOwn(ends, event) && !ends[event].has(handle))
        ends[event].set(handle, changes[event](handle));
    },
    /** Ends calls that `on` began. */
    off<E extends EventName>(event: E, handle: Listeners[E]): void {
      if (!Object.hasOwn(ends, event)) return;
      ends[event].get(handle)?.();
      ends[event].delete(handle);
    },
  };
}

/** The wallet object of get-starknet 4. */
export type WindowObject = ReturnType<typeof toWindowObject>;

/**
 * The wallet object for get-starknet 4 and starknet.js' WalletAccount, with the older keys that
 * starknet-react expects. `accountsChanged` is never emitted with an empty list, because its
 * listeners read the first account of whatever list they get.
 */
export function toWindowObject(connection: Connection, look: Partial<typeof appearance> = {}) {
  const request = createWalletApi(connection);
  let cachedAccount: { state: State; account: Account } | undefined;
  /** The same object as long as the state is the same. */
  const accountOf = (state: State | undefined): Account | undefined => {
    if (!state?.currentAccount) return undefined;
    if (cachedAccount?.state !== state)
      cachedAccount = { state, account: createAccount(connection, state) };
    return cachedAccount.account;
  };

  return {
    ...appearance,
    ...look,
    /** Sends a request of the Starknet wallet API. */
    request,
    ...createEvents(connection),

    // Keys from before get-starknet 4.
    /** Always undefined: pages read the chain by a node of their own. */
    provider: undefined as unknown,
    /** The account and network in use, once the page is connected; undefined before. */
    get account(): Account | undefined {
      return accountOf(connection.state);
    },
    /** True once the page sees an account. */
    get isConnected() {
      return listAddresses(connection.state).length > 0;
    },
    /** Account in use; undefined before the page is connected. */
    get selectedAddress() {
      return listAddresses(connection.state)[0];
    },
    /** Network in use, in hex; undefined before the page is connected. */
    get chainId() {
      return connection.state?.network.chainId;
    },
    /** Connects, with the user. @returns the addresses that the page sees */
    enable: (): Promise<string[]> => request({ type: 'wallet_requestAccounts' }),
    /** True if the page is connected already; shows no dialog. */
    isPreauthorized: async (): Promise<boolean> =>
      (await request({ type: 'wallet_getPermissions' })).length > 0,
  };
}
