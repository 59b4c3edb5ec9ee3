import { appearance } from './appearance';
import { type Connection, listAddresses, type State } from './connection';
import { chains } from './moduleLists';
import { createWalletApi, toApiError } from './walletApi';

type StandardAccount = {
  readonly address: string;
  readonly publicKey: Uint8Array;
  readonly chains: readonly `${string}:${string}`[];
  readonly features: readonly `${string}:${string}`[];
};
type Change = { readonly accounts?: readonly StandardAccount[] };

/** A standard wallet with the features of Starknet. */
export type StandardWallet = ReturnType<typeof toStandardWallet>;

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.slice(2).padStart(64, '0').match(/../gu) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  );

const accountsIn = (state: State | undefined): StandardAccount[] =>
  listAddresses(state).map((address) => ({
    address,
    publicKey: bytesOf(state?.accounts.find((one) => one.address === address)?.publicKey ?? '0x'),
    chains: [`starknet:${state?.network.chainId}` as const],
    features: [],
  }));

/** A standard wallet with the features of Starknet (get-starknet 5 and 6, WalletAccountV5, V6). */
export function toStandardWallet(connection: Connection, look: Partial<typeof appearance> = {}) {
  const { id, name, version: walletVersion, icon } = { ...appearance, ...look };
  const request = createWalletApi(connection);

  return {
    /** Version of the wallet standard. */
    version: '1.0.0' as const,
    /** Name in lists of wallets. */
    name,
    /** Picture, as a data URI. */
    icon: icon as `data:image/svg+xml;base64,${string}`,
    /** Chains as CAIP-2. */
    chains: Object.values(chains).map((chainId) => `starknet:${chainId}` as const),
    /** Accounts that the page sees, the current one first. */
    get accounts() {
      return accountsIn(connection.state);
    },
    /** Features of the wallet standard, and the Starknet wallet API. */
    features: {
      'standard:connect': {
        version: '1.0.0' as const,
        async connect({ silent = false }: { silent?: boolean } = {}) {
          await request({ type: 'wallet_requestAccounts', params: { silent_mode: silent } });
          return { accounts: accountsIn(connection.state) };
        },
      },
      'standard:disconnect': {
        version: '1.0.0' as const,
        disconnect: () =>
          connection.disconnect().catch((error) => {
            throw toApiError(error);
          }),
      },
      'standard:events': {
        version: '1.0.0' as const,
        on: (_event: 'change', listener: (change: Change) => void): (() => void) =>
          connection.listen((now, previous) => {
            const accounts = accountsIn(now);
            // A change of network only changes the available accounts.
            if (JSON.stringify(accounts) !== JSON.stringify(accountsIn(previous)))
              listener({ accounts });
          }),
      },
      'starknet:walletApi': { version: '1.0.0' as const, id, walletVersion, request },
    },
  };
}

/** The registry that a page looking for standard wallets passes out; returns how to unregister. */
type Registry = { register: (wallet: object) => (() => void) | undefined };

/**
 * Registers a wallet with present and future pages' wallet-standard discovery.
 * @returns a function that unregisters it
 */
export function registerWallet(wallet: object): () => void {
  const undo: ((() => void) | undefined)[] = [];
  const callback = ({ register }: Registry) => {
    undo.push(register(wallet));
  };
  const hear = (event: Event) => callback((event as CustomEvent<Registry>).detail);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }));
  window.addEventListener('wallet-standard:app-ready', hear);
  return () => {
    window.removeEventListener('wallet-standard:app-ready', hear);
    for (const end of undo) end?.();
  };
}
