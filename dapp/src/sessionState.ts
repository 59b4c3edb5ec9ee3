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
export const forgotten = {
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

/** Identifies what steps and transactions on the page belong to. */
export const getPlace = ({ module, network, account, begunAnew }: Session): string =>
  JSON.stringify([module !== null, network?.chainId, account?.address, begunAnew]);

/** True if the module reports another network, or no longer the current account. */
export const isOutdated = ({ network, account }: Session, now: State | undefined): boolean =>
  now?.network.chainId !== network?.chainId ||
  (account !== null && !now?.accounts.some(({ address }) => sameFelt(address, account.address)));
