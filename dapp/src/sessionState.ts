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
  /** True on Mainnet where everybody can sign with the wallet's keys. */
  readonly isUnsafe: boolean;
  readonly account: RememberedAccount | null;
  /** Null where it is not known. */
  readonly balanceFri: bigint | null;
  readonly deployed: boolean | null;
  /** Why the account could not be looked up; null where it could. */
  readonly nodeFailure: Failure | null;
  /** True where the chain no longer has what it had: it was begun anew. */
  readonly begunAnew: boolean;
  /** True where the module no longer shows this page the account that it had. */
  readonly unshared: boolean;
  /** True from a reload until what the module remembers has been asked. */
  readonly resuming: boolean;
};

/** What belongs to an account that is no longer shown. */
export const forgotten = {
  account: null,
  balanceFri: null,
  deployed: null,
  nodeFailure: null,
  unshared: false,
} as const;
/** What is known of nobody: before a wallet is connected, and after. */
export const nobody = {
  module: null,
  network: null,
  isUnsafe: false,
  ...forgotten,
  begunAnew: false,
} as const;

/** What steps and transactions on the page belong to. */
export const placeOf = ({ module, network, account, begunAnew }: Session): string =>
  JSON.stringify([module !== null, network?.chainId, account?.address, begunAnew]);

/** Whether the module tells of another network, or no longer of the account in use. */
export const isOutdated = ({ network, account }: Session, now: State | undefined): boolean =>
  now?.network.chainId !== network?.chainId ||
  (account !== null && !now?.accounts.some(({ address }) => sameFelt(address, account.address)));
