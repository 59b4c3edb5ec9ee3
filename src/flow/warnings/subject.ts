import type { StoredAccount } from '../../schema/account';
import type { Call } from '../../schema/call';
import type { RequestContext } from '../../schema/context';
import type { DecodedCall } from '../../starknet/abi/abi';
import type { Meaning } from '../../starknet/meaning/meaning';
import type { Transaction } from '../../starknet/transactions/transaction';
import type { Warning } from '../../ui/review/facts';
import type { Earlier } from '../transactions/earlier';
import type { Preview, TokensByAddress } from '../transactions/preview';

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

/** Everything that the rules look at: facts, all of them read before, so rules are pure. */
export type Subject = {
  readonly context: RequestContext;
  readonly account: StoredAccount;
  /** Accounts of this module on the network, the asked one among them. */
  readonly ownAccounts: readonly StoredAccount[];
  readonly calls: readonly ReadCall[];
  /** Empty for a message that is carried out by others (SNIP-9). */
  readonly transactions: readonly Transaction[];
  readonly preview: Preview;
  readonly tokens: TokensByAddress;
  /** By address in 64 digits. */
  readonly contracts: Readonly<Record<string, ContractFacts>>;
  /** Addresses that this account sent to or used before, in 64 digits. */
  readonly known: { readonly recipients: readonly string[]; readonly contracts: readonly string[] };
  /** FRI, decimal; `expected` null where nothing was estimated. */
  readonly fee: { readonly expected: string | null; readonly maximum: string };
  /**
   * Where a paymaster takes the fee: the most that the account would pay itself, FRI, decimal. Then
   * `fee` is what leaves the account in another token, in FRI.
   */
  readonly ownFee?: string;
  /** FRI per unit of L2 gas, decimal: in the newest block, and the median of blocks seen before. */
  readonly gasPrice: { readonly now: string | null; readonly usual: string | null };
  /** The next nonce by node and journal, decimal; null where it was not read. */
  readonly nextNonce: string | null;
  /** Signed before, and not settled; absent where the journal was not looked at. */
  readonly earlier?: readonly Earlier[];
  /** Balance of the fee token before, FRI, decimal; null where it was not read. */
  readonly strkBalance: string | null;
  /** Balances before, by token in 64 digits, smallest units, decimal; of tokens that were read. */
  readonly balances?: Readonly<Record<string, string>>;
  /** For a message of SNIP-9: who may carry it out, and when (Unix seconds, decimal). */
  readonly outside?: {
    readonly caller: string;
    readonly after: string;
    readonly before: string;
  };
  /** Unix seconds. */
  readonly now: number;
};

/** A rule looks at the facts and says what the user should know; nothing where all is as usual. */
export type Rule = (subject: Subject) => readonly Warning[];
