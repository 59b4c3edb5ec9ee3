import type { Token } from '../tokens/erc20';

export type Standard = 'erc20' | 'erc721' | 'erc1155';

/** A token as far as known; decimals and symbol are null if they were not read. */
export type TokenFacts = Pick<Token, 'address'> & {
  readonly symbol: string | null;
  readonly decimals: number | null;
  /** True for tokens of the module's own list; other facts are the contract's own claims. */
  readonly verified: boolean;
  /** Smallest units, decimal: an allowance of so much has no limit in practice. */
  readonly unlimitedFrom?: string;
};

/** An amount in the token's smallest unit, decimal. */
export type Quantity = { readonly token: string; readonly amount: string };

/** How an amount of a swap is bounded. */
export type Bound = 'exactly' | 'atLeast' | 'atMost';

/** `own` if the contract is the account that makes the call. */
type Own = { readonly own?: true };

/** Acts with a sentence of their own, `calls.act.*`. */
export type Act =
  | 'addLiquidity'
  | 'allowLess'
  | 'borrow'
  | 'bridge'
  | 'changePosition'
  | 'claim'
  | 'clear'
  | 'collateralOff'
  | 'collateralOn'
  | 'collectFees'
  | 'delegate'
  | 'deposit'
  | 'domainMain'
  | 'domainMainOff'
  | 'domainRegister'
  | 'domainRenew'
  | 'domainTransfer'
  | 'identity'
  | 'lock'
  | 'mint'
  | 'multicall'
  | 'openPosition'
  | 'outside'
  | 'removeLiquidity'
  | 'repay'
  | 'repayAll'
  | 'revokeSession'
  | 'sellOverTime'
  | 'sendPieces'
  | 'stakeMove'
  | 'stakeRewardsTo'
  | 'unlock'
  | 'vote'
  | 'voteAbstain'
  | 'voteAgainst'
  | 'voteFor'
  | 'withdraw'
  | 'withdrawAll';

/**
 * The meaning of a call, in terms of known standards and contracts. Addresses are 64 digits.
 * `other` is everything not known for certain, shown by its entry point and raw data.
 */
export type Meaning = NamelessMeaning & {
  /** Listed contracts and tokens that it mentions, by address in 64 digits. */
  readonly names?: Readonly<Record<string, string>>;
};

/** A meaning without the names of what it mentions. */
export type NamelessMeaning =
  | ({ readonly kind: 'transfer'; readonly standard: Standard } & Quantity & {
        /** The account whose tokens move, if the call names one. */
        readonly from?: string;
        readonly to: string;
        readonly tokenId?: string;
        /** True if the number may equally be a token id of a collection. */
        readonly unsure?: true;
      })
  | ({ readonly kind: 'approve'; readonly standard: Standard } & Quantity & {
        readonly spender: string;
        readonly tokenId?: string;
        /** For a permit: the account that signed the allowance. */
        readonly owner?: string;
        /** True if it adds to an existing allowance. */
        readonly more?: true;
        /** See `transfer`. */
        readonly unsure?: true;
      })
  | {
      readonly kind: 'approveAll';
      readonly token: string;
      readonly operator: string;
      readonly approved: boolean;
    }
  | {
      readonly kind: 'swap';
      /** Contract, and its name if known. */
      readonly router: string;
      readonly name: string | null;
      readonly sell: (Quantity & { readonly bound: Bound }) | null;
      readonly buy: Quantity & { readonly bound: Bound };
      /** The recipient, if not the account. */
      readonly to?: string;
      /** True if the router uses tokens that it received before, and no allowance. */
      readonly isPrepaid?: true;
    }
  | { readonly kind: 'deploy'; readonly classHash: string; readonly unique: boolean }
  | ({ readonly kind: 'upgrade'; readonly contract: string; readonly classHash: string } & Own)
  | ({
      readonly kind: 'owner' | 'guardian';
      readonly contract: string;
      readonly change: 'set' | 'add' | 'remove' | 'recover' | 'cancel';
      /** Felts that identify the new or removed one, as signed. */
      readonly who: readonly string[];
    } & Own)
  | ({
      readonly kind: 'stake';
      readonly contract: string;
      readonly change: 'enter' | 'increase' | 'announceExit' | 'exit' | 'claim';
      /** Token of the amount; absent if the call does not name it. */
      readonly token?: string;
      /** Recipient of the rewards, or owner of the stake, if not the account. */
      readonly to?: string;
    } & { readonly amount: string | null })
  /** A known act of a known contract or of a common standard, with a sentence of its own. */
  | (Own & {
      readonly kind: 'act';
      readonly contract: string;
      readonly name: string | null;
      readonly act: Act;
      readonly quantities: readonly Quantity[];
      readonly to?: string;
      /** An amount of a token that the call does not name. */
      readonly assets?: string;
      /** Its subject, such as a domain or a count; a text that others may have chosen. */
      readonly label?: string;
      /** The recipient on Ethereum, 40 digits. */
      readonly ethereum?: string;
      readonly pieces?: readonly { readonly tokenId: string; readonly amount: string }[];
    })
  | { readonly kind: 'other'; readonly contract: string; readonly entrypoint: string };
