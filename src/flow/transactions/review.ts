import type { Parameters } from '../../remote/paymaster/method';
import type { StoredAccount } from '../../schema/account';
import type { Call } from '../../schema/call';
import type { RequestContext } from '../../schema/primitives';
import type { DecodedCall } from '../../starknet/abi/abi';
import type { Meaning } from '../../starknet/meaning/meaning';
import type { Transaction } from '../../starknet/transactions/transaction';
import type { OutsideExecution } from '../../starknet/typedData/outsideExecution';
import type { TypedData } from '../../starknet/typedData/parse';
import type { OutsideSigned } from '../../state/outsideSigned';
import type { FeeFacts, Speed } from '../../ui/review/facts';
import type { Earlier } from './earlier';
import type { CostedPlan } from './estimate';
import type { Preview, TokensByAddress } from './simulate';

/** A call with what is known of it; `decoded` is null where no ABI fits. */
export type ReadCall = {
  readonly call: Call;
  readonly meaning: Meaning;
  readonly decoded: DecodedCall | null;
  /** Whether the site describes the function as the chain does; absent where one of them does not. */
  readonly siteAgrees?: boolean;
};

/** What was read of a contract that a call names; null where it could not be read. */
export type ContractFacts = {
  readonly classHash: string | null;
  /** True where it did not exist a day ago. */
  readonly isNew: boolean | null;
  /** True where it answers as a token does. */
  readonly isToken: boolean | null;
};

/** What was read of calls: what they mean, whom they name, and what they did in a simulation. */
export type Evidence = {
  /** Accounts of this module on the network, the asked one among them. */
  readonly ownAccounts: readonly StoredAccount[];
  readonly calls: readonly ReadCall[];
  readonly preview: Preview;
  readonly tokens: TokensByAddress;
  /** By address in 64 digits. */
  readonly contracts: Readonly<Record<string, ContractFacts>>;
  /** Addresses that this account sent to or used before, in 64 digits. */
  readonly known: { readonly recipients: readonly string[]; readonly contracts: readonly string[] };
  /** FRI per unit of L2 gas, decimal: in the newest block, and the median of blocks seen before. */
  readonly gasPrice: { readonly now: string | null; readonly usual: string | null };
  /** The next nonce by node and journal, decimal; null where it was not read. */
  readonly nextNonce: string | null;
  /** Signed before, and not settled; absent where the journal was not looked at. */
  readonly earlier?: readonly Earlier[];
  /** Signed for others, who have not said what became of it: until when it lives, Unix seconds. */
  readonly outsideSigned?: readonly Pick<OutsideSigned, 'before' | 'site'>[];
  /** Balance of the fee token before, FRI, decimal; null where it was not read. */
  readonly strkBalance: string | null;
  /** Balances before, by token in 64 digits, smallest units, decimal; of tokens that were read. */
  readonly balances?: Readonly<Record<string, string>>;
  /** Unix seconds. */
  readonly now: number;
};

/** FRI, decimal; `expected` is null where nothing was estimated. */
export type Fee = { readonly expected: string | null; readonly maximum: string };

/** What a paymaster was asked for and answered, as far as the user and the signer need it. */
export type Sponsorship = {
  readonly by: 'paymaster';
  readonly host: string;
  /** SPONSORED, or the address of the token that the fee is paid in. */
  readonly payWith: string;
  /** In the smallest unit of the token, decimal: what is transferred, of which nothing comes back. */
  readonly fee: {
    readonly symbol: string;
    readonly decimals: number;
    readonly amount: string;
    /** Who gets it; null where the account pays nothing. */
    readonly to: string | null;
    /** What it comes to; absent where the account pays nothing. */
    readonly inStrk?: InStrk;
  };
  readonly money?: FeeFacts['money'];
  /** The fee of the account's own transactions. */
  readonly own: Fee;
  readonly outside: OutsideExecution;
  readonly typedData: TypedData;
  /** Of the typed data: what is signed. */
  readonly hash: string;
  /** The typed data as the paymaster sent it, which gets it back. */
  readonly sent: unknown;
  readonly parameters: SponsoredParameters;
};

/** What a fee in a token comes to in STRK; amounts in FRI, decimal. */
export type InStrk = {
  readonly amount: string;
  /** Of one whole token. */
  readonly rate: string;
  /** Who told the rate: the source that the user has turned on, or the paymaster itself. */
  readonly by: 'prices' | 'paymaster';
};

export type SponsoredParameters = Parameters & {
  readonly time_bounds: { readonly execute_after: number; readonly execute_before: number };
};

/** Who pays the fee. All that follows from it stands here, so that another choice leaves none of it. */
export type Payer =
  | {
      readonly by: 'account';
      /** Absent where there is none to choose. */
      readonly speed?: Speed;
      readonly money?: FeeFacts['money'];
    }
  | Sponsorship
  /** Of a message that somebody else carries out (SNIP-9). */
  | { readonly by: 'caller' };

/** A transaction from the request to the signature: what is signed, what it costs, what is known. */
export type TransactionReview = Evidence & {
  readonly context: RequestContext;
  readonly account: StoredAccount;
  /**
   * In the order in which they are sent: the deployment first where there is one. Empty where a
   * signature over typed data takes their place, as a paymaster or another caller needs it.
   */
  readonly transactions: readonly Transaction[];
  /** What leaves the account at most, whoever pays. */
  readonly fee: Fee;
  readonly payer: Payer;
  /** The plan that the transactions follow from; absent where they were given whole. */
  readonly costed?: CostedPlan;
  /** What the user may lower, by index of the call, as it was asked for: smallest units, decimal. */
  readonly allowances?: readonly { readonly call: number; readonly amount: string }[];
  readonly payOptions?: NonNullable<FeeFacts['payWith']>['options'];
  readonly l1?: FeeFacts['l1'];
  /** For a message of SNIP-9: who may carry it out, and when (Unix seconds, decimal). */
  readonly outside?: {
    readonly caller: string;
    readonly after: string;
    readonly before: string;
  };
};
