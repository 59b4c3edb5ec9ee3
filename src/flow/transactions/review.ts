import type { Deployment, Parameters } from '../../remote/paymaster/method';
import type { StoredAccount } from '../../schema/account';
import type { Call } from '../../schema/call';
import type { RequestContext } from '../../schema/primitives';
import type { DecodedCall } from '../../starknet/abi/abi';
import type { Meaning } from '../../starknet/meaning/meaning';
import type { Transaction } from '../../starknet/transactions/transaction';
import type { OutsideExecution } from '../../starknet/typedData/outsideExecution';
import type { TypedData } from '../../starknet/typedData/parse';
import type { FeeFacts, Speed } from '../../ui/review/facts';
import type { AddressBook } from '../addresses/addressBook';
import type { CostedPlan } from './cost';
import type { PendingSignature } from './pending';
import type { Preview, TokensByAddress } from './simulate';

/** A call with its decoding; `decoded` is null if no ABI fits. */
export type ReadCall = {
  readonly call: Call;
  readonly meaning: Meaning;
  readonly decoded: DecodedCall | null;
  /** Whether the site's ABI of the function matches the chain's; absent if one of them lacks it. */
  readonly siteAgrees?: boolean;
};

/** Facts about a contract that a call names; null if not readable. */
export type ContractFacts = {
  readonly classHash: string | null;
  /** True if it did not exist a day ago. */
  readonly isNew: boolean | null;
  /** True if it responds as a token does. */
  readonly isToken: boolean | null;
};

/** Facts about calls: their meaning, the parties, and the effect in a simulation. */
export type Evidence = {
  /** Known facts about addresses, the accounts of this module among them. */
  readonly addresses: AddressBook;
  readonly calls: readonly ReadCall[];
  readonly preview: Preview;
  readonly tokens: TokensByAddress;
  /** By address in 64 digits. */
  readonly contracts: Readonly<Record<string, ContractFacts>>;
  /** FRI per unit of L2 gas, decimal: in the newest block, and the median of earlier blocks. */
  readonly gasPrice: { readonly now: string | null; readonly usual: string | null };
  /** The next nonce by node and journal, decimal; null if not read. */
  readonly nextNonce: string | null;
  /** All that the account signed before and that may still be carried out; absent if not read. */
  readonly pending?: readonly PendingSignature[];
  /** Balance of the fee token before, FRI, decimal; null if not read. */
  readonly strkBalance: string | null;
  /** Balances before, by token in 64 digits, smallest units, decimal; only those read. */
  readonly balances?: Readonly<Record<string, string>>;
  /** Tokens of the watch list whose contracts say otherwise than when they were added. */
  readonly tokenNews?: readonly {
    readonly token: string;
    readonly was: Said;
    readonly now: Said;
  }[];
  /** Unix seconds. */
  readonly now: number;
};

/** A contract's statement of its token; null for decimals that cannot be read. */
type Said = { readonly symbol: string; readonly decimals: number | null };

/** FRI, decimal; `expected` is null if nothing was estimated. */
export type Fee = { readonly expected: string | null; readonly maximum: string };

/** A paymaster's request and response, as far as the user and the signer need it. */
export type Sponsorship = {
  readonly by: 'paymaster';
  readonly host: string;
  /** SPONSORED, or the address of the token that pays the fee. */
  readonly payWith: string;
  /** In the token's smallest unit, decimal: the transferred amount, with no refund. */
  readonly fee: {
    readonly symbol: string;
    /** Present if only the token's contract claims the symbol. */
    readonly isClaimed?: true;
    readonly decimals: number;
    readonly amount: string;
    /** The recipient; null if the account pays nothing. */
    readonly to: string | null;
    /** Its value in STRK; absent if the account pays nothing. */
    readonly inStrk?: InStrk;
  };
  readonly money?: FeeFacts['money'];
  /** Absent if the account is deployed; nothing of it is signed, since it is all in the address. */
  readonly deployment?: Deployment;
  /** The fee of the account's own transactions. */
  readonly own: Fee;
  readonly outside: OutsideExecution;
  readonly typedData: TypedData;
  /** Hash of the typed data: this is what is signed. */
  readonly hash: string;
  /** The typed data as the paymaster sent it, to be returned to it. */
  readonly sent: unknown;
  readonly parameters: SponsoredParameters;
};

/** The value of a token fee in STRK; amounts in FRI, decimal. */
export type InStrk = {
  readonly amount: string;
  /** Price of one whole token. */
  readonly rate: string;
  /** Source of the rate: the user's price source, an oracle, or only the paymaster itself. */
  readonly by: 'prices' | 'chain' | 'paymaster';
};

export type SponsoredParameters = Parameters & {
  readonly time_bounds: { readonly execute_after: number; readonly execute_before: number };
};

/** True if the account is deployed first, by its own transaction or by a paymaster. */
export const deploysAccount = ({
  transactions,
  payer,
}: Pick<TransactionReview, 'transactions' | 'payer'>): boolean =>
  transactions.some(({ type }) => type === 'DEPLOY_ACCOUNT') ||
  (payer.by === 'paymaster' && payer.deployment !== undefined);

/** The payer of the fee, with everything that follows from it, so that another choice replaces all. */
export type Payer =
  | {
      readonly by: 'account';
      /** Absent if there is no choice. */
      readonly speed?: Speed;
      readonly money?: FeeFacts['money'];
    }
  | Sponsorship
  /** For a message that another party executes (SNIP-9). */
  | { readonly by: 'caller' };

/** A transaction from request to signature: what is signed, what it costs, what is known. */
export type TransactionReview = Evidence & {
  readonly context: RequestContext;
  readonly account: StoredAccount;
  /**
   * In sending order: the deployment first if there is one. Empty if typed data is signed instead,
   * as for a paymaster or another caller.
   */
  readonly transactions: readonly Transaction[];
  /** The maximum that leaves the account, whoever pays. */
  readonly fee: Fee;
  readonly payer: Payer;
  /** The plan behind the transactions; absent if they were given in full. */
  readonly costed?: CostedPlan;
  /** Allowances that the user may lower, by call index, as requested: smallest units, decimal. */
  readonly allowances?: readonly { readonly call: number; readonly amount: string }[];
  readonly payOptions?: NonNullable<FeeFacts['payWith']>['options'];
  readonly l1?: FeeFacts['l1'];
  /** For a SNIP-9 message: who may execute it, and when (Unix seconds, decimal). */
  readonly outside?: {
    readonly caller: string;
    readonly after: string;
    readonly before: string;
  };
};
