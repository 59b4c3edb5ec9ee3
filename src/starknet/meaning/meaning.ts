import type { Token } from '../erc20';

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

/**
 * What a call means, in terms of known standards and contracts. Addresses are 64 digits. `other`
 * is everything that is not surely known: it is shown by its entry point and its data.
 */
export type Meaning =
  | ({ readonly kind: 'transfer'; readonly standard: Standard } & Quantity & {
        /** The account whose tokens move, where the call names one. */
        readonly from?: string;
        readonly to: string;
        readonly tokenId?: string;
      })
  | ({ readonly kind: 'approve'; readonly standard: Standard } & Quantity & {
        readonly spender: string;
        readonly tokenId?: string;
        /** A permit: the allowance is another one's signed wish. */
        readonly owner?: string;
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
      readonly buy: (Quantity & { readonly bound: Bound }) | null;
    }
  | { readonly kind: 'deploy'; readonly classHash: string; readonly unique: boolean }
  | { readonly kind: 'upgrade'; readonly contract: string; readonly classHash: string }
  | {
      readonly kind: 'owner' | 'guardian';
      readonly contract: string;
      readonly change: 'set' | 'add' | 'remove' | 'recover' | 'cancel';
      /** Felts that name the new or removed one, as signed. */
      readonly who: readonly string[];
    }
  | ({
      readonly kind: 'stake';
      readonly contract: string;
      readonly change: 'enter' | 'increase' | 'announceExit' | 'exit' | 'claim';
    } & { readonly amount: string | null })
  /** A known act of a known contract or of a common standard: told by a text of its own. */
  | {
      readonly kind: 'act';
      readonly contract: string;
      readonly name: string | null;
      /** Such as `claim`, `mint`, `bridge`, `session`, `multicall`; named by locales `calls.act.*`. */
      readonly act: string;
      readonly quantities: readonly Quantity[];
      readonly to?: string;
    }
  | { readonly kind: 'other'; readonly contract: string; readonly entrypoint: string };
