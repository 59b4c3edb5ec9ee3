import type { InstalledModule, State } from '@xnet/connect';
import { sameFelt } from '../../src/schema/primitives';
import type { RememberedAccount } from './memory';
import type { Wallet } from './wallet/discovery';
import type { Failure } from './wallet/failure';

export type Network = State['network'];

export type Session = {
  readonly wallet: Wallet | null;
  readonly module: InstalledModule | null;
  readonly network: Network | null;
  /** True on Mainnet with a publicly known phrase. */
  readonly isUnsafe: boolean;
  /** True if the module's node is the chain on this machine. */
  readonly readsLocalChain: boolean;
  readonly account: RememberedAccount | null;
  /** Null if unknown. */
  readonly balanceFri: bigint | null;
  readonly deployed: boolean | null;
  /** Why the account could not be read; null if it could. */
  readonly nodeFailure: Failure | null;
  /** True if the chain was restarted and lost its state. */
  readonly begunAnew: boolean;
  /** True if the module no longer shows the account to this page. */
  readonly unshared: boolean;
  /** True from a reload until the module's state has been read. */
  readonly resuming: boolean;
};

/** State to clear when an account is no longer shown. */
const forgotten = {
  account: null,
  balanceFri: null,
  deployed: null,
  nodeFailure: null,
  unshared: false,
} as const;
/** The state without a connected wallet. */
export const nobody = {
  module: null,
  network: null,
  isUnsafe: false,
  readsLocalChain: false,
  ...forgotten,
  begunAnew: false,
} as const;

export type SessionEvent =
  | { readonly did: 'pick'; readonly wallet: Wallet }
  | { readonly did: 'leave' | 'disconnect' | 'setDeployed' }
  /** The module does not show the account that this page remembers for the network. */
  | { readonly did: 'hideAccount'; readonly chainId: string }
  | { readonly did: 'resume'; readonly resuming: boolean }
  | { readonly did: 'connect'; readonly module: InstalledModule }
  | ({
      readonly did: 'readNetwork';
      readonly network: Network;
      /** The account that this page remembers for the network. */
      readonly remembered: RememberedAccount | undefined;
    } & Pick<Session, 'isUnsafe' | 'readsLocalChain'>)
  | { readonly did: 'setAccount' | 'adopt'; readonly account: RememberedAccount | null }
  /** The module has the account; whether it is deployed was asked before. */
  | { readonly did: 'enterAccount'; readonly account: RememberedAccount }
  | { readonly did: 'readDeployed'; readonly deployed: boolean }
  | { readonly did: 'readBalance'; readonly balanceFri: bigint }
  | { readonly did: 'failDeployed' | 'failBalance'; readonly failure: Failure };

/** A change of what the page remembers over a reload: no wallet, or the account of a network. */
export type Effect =
  | { readonly do: 'forgetWallet' }
  | {
      readonly do: 'rememberAccount';
      readonly chainId: string;
      readonly account: RememberedAccount | null;
    };

export type Reduced = { readonly state: Session; readonly effects: readonly Effect[] };

const silently = (state: Session): Reduced => ({ state, effects: [] });

/** The account becomes current, and is remembered for its network. */
const withAccount = (state: Session, account: RememberedAccount | null): Reduced => ({
  state: { ...state, account },
  effects: state.network
    ? [{ do: 'rememberAccount', chainId: state.network.chainId, account }]
    : [],
});

/** The only rule by which a session changes. */
export function reduceSession(state: Session, event: SessionEvent): Reduced {
  switch (event.did) {
    case 'pick':
      return silently({ ...state, wallet: event.wallet, ...nobody });
    case 'leave':
      return { state: { ...state, wallet: null, ...nobody }, effects: [{ do: 'forgetWallet' }] };
    // Keeps the selected wallet; everything else is read again once it is connected.
    case 'disconnect':
      return silently({ ...state, ...nobody });
    case 'resume':
      return silently({ ...state, resuming: event.resuming });
    case 'connect':
      return silently({ ...state, module: event.module });
    case 'readNetwork':
      return silently(enterNetwork(state, event));
    case 'hideAccount':
      return {
        state: { ...state, ...forgotten, unshared: true },
        effects: [{ do: 'rememberAccount', chainId: event.chainId, account: null }],
      };
    case 'setAccount':
      return withAccount(state, event.account);
    case 'adopt': {
      const unread = { balanceFri: null, deployed: null, unshared: false };
      return withAccount({ ...state, ...unread }, event.account);
    }
    case 'enterAccount':
      return enterAccount(state, event.account);
    // Permanent, so it is remembered.
    case 'setDeployed':
      return setDeployed(state, state.account);
    case 'readDeployed':
      return silently({ ...state, deployed: event.deployed, nodeFailure: null });
    case 'failDeployed':
      return silently({ ...state, nodeFailure: event.failure });
    case 'readBalance':
      return silently({ ...state, balanceFri: event.balanceFri, nodeFailure: null });
    case 'failBalance':
      return silently({ ...state, balanceFri: null, nodeFailure: event.failure });
  }
}

type NetworkRead = Extract<SessionEvent, { did: 'readNetwork' }>;

/** The same account on the same network is refreshed but stays visible. */
function enterNetwork(state: Session, { network, remembered, ...read }: NetworkRead): Session {
  const { isUnsafe, readsLocalChain } = read;
  const isSame =
    state.network?.chainId === network.chainId && state.account?.address === remembered?.address;
  return { ...state, network, isUnsafe, readsLocalChain, ...(!isSame && forgotten) };
}

/** An account that was deployed and is no longer: its chain was restarted. */
function enterAccount(state: Session, account: RememberedAccount): Reduced {
  if (state.deployed === true) return setDeployed(state, account);
  const begunAnew = account.wasDeployed === true && state.deployed === false;
  if (!begunAnew) return withAccount(state, account);
  const fresh = { ...account, deployHash: null, sentHash: null, wasDeployed: false };
  return withAccount({ ...state, begunAnew }, fresh);
}

function setDeployed(state: Session, account: RememberedAccount | null): Reduced {
  const deployed = { ...state, deployed: true, begunAnew: false };
  if (account) return withAccount(deployed, { ...account, wasDeployed: true });
  return silently(deployed);
}

/** Identifies what steps and transactions on the page belong to. */
export const getPlace = ({ module, network, account, begunAnew }: Session): string =>
  JSON.stringify([module !== null, network?.chainId, account?.address, begunAnew]);

/** True if the module reports another network, or no longer the current account. */
export const isOutdated = ({ network, account }: Session, now: State | undefined): boolean =>
  now?.network.chainId !== network?.chainId ||
  (account !== null && !now?.accounts.some(({ address }) => sameFelt(address, account.address)));
