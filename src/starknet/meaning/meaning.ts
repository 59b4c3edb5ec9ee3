import type { Token } from '../tokens/erc20';

export type Standard = 'erc20' | 'erc721' | 'erc1155';

/** A token as far as it is known; decimals and symbol are null where nothing was read. */
export type TokenFacts = Pick<Token, 'address'> & {
  readonly symbol: string | null;
  readonly decimals: number | null;
  /** True for tokens of the module's own list: the rest is what the contract says of itself. */
  readonly verified: boolean;
};

/** An amount in the token's smallest unit, decimal. */
export type Quantity = { readonly token: string; readonly amount: string };

/** Which way an amount of a swap is bound. */
export type Bound = 'exactly' | 'atLeast' | 'atMost';

/** `own` where the contract is the account that makes the call. */
type Own = { readonly own?: true };

/** Acts that are told by a text of their own, `calls.act.*`. */
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
 * What a call means, in terms of known standards and contracts. Addresses are 64 digits. `other`
 * is everything that is not surely known: it is shown by its entry point and its data.
 */
export type Meaning = Told & {
  /** Listed contracts and tokens that it names, by address in 64 digits. */
  readonly names?: Readonly<Record<string, string>>;
};

export type Told =
  | ({ readonly kind: 'transfer'; readonly standard: Standard } & Quantity & {
        /** The account whose tokens move, where the call names one. */
        readonly from?: string;
        readonly to: string;
        readonly tokenId?: string;
        /** True where the number may be that of a piece of a collection just as well. */
        readonly unsure?: true;
      })
  | ({ readonly kind: 'approve'; readonly standard: Standard } & Quantity & {
        readonly spender: string;
        readonly tokenId?: string;
        /** A permit: the allowance is another one's signed wish. */
        readonly owner?: string;
        /** True where it comes on top of what was allowed before. */
        readonly more?: true;
        /** As of a transfer. */
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
      /** Contract, and its name where it is known. */
      readonly router: string;
      readonly name: string | null;
      readonly sell: (Quantity & { readonly bound: Bound }) | null;
      readonly buy: Quantity & { readonly bound: Bound };
      /** Who receives, where it is not the account. */
      readonly to?: string;
      /** True where the router takes what was sent to it before, and no allowance. */
      readonly isPrepaid?: true;
    }
  | { readonly kind: 'deploy'; readonly classHash: string; readonly unique: boolean }
  | ({ readonly kind: 'upgrade'; readonly contract: string; readonly classHash: string } & Own)
  | ({
      readonly kind: 'owner' | 'guardian';
      readonly contract: string;
      readonly change: 'set' | 'add' | 'remove' | 'recover' | 'cancel';
      /** Felts that name the new or removed one, as signed. */
      readonly who: readonly string[];
    } & Own)
  | ({
      readonly kind: 'stake';
      readonly contract: string;
      readonly change: 'enter' | 'increase' | 'announceExit' | 'exit' | 'claim';
      /** Of the amount; absent where the call does not tell it. */
      readonly token?: string;
      /** Who gets the rewards, or whose stake it is, where it is not the account. */
      readonly to?: string;
    } & { readonly amount: string | null })
  /** A known act of a known contract or of a common standard: told by a text of its own. */
  | (Own & {
      readonly kind: 'act';
      readonly contract: string;
      readonly name: string | null;
      readonly act: Act;
      readonly quantities: readonly Quantity[];
      readonly to?: string;
      /** An amount of a token that the call does not name. */
      readonly assets?: string;
      /** What it is about, such as a domain or a count; a text that others may have chosen. */
      readonly label?: string;
      /** The receiver on Ethereum, 40 digits. */
      readonly ethereum?: string;
      readonly pieces?: readonly { readonly tokenId: string; readonly amount: string }[];
    })
  | { readonly kind: 'other'; readonly contract: string; readonly entrypoint: string };
