import type { Standard, TokenFacts } from '../starknet/meaning/meaning';

/** One change of what the account holds or allows; amounts in the token's smallest unit. */
export type Change = {
  readonly kind: 'send' | 'receive' | 'allow';
  readonly standard: Standard;
  readonly token: string;
  readonly amount: string;
  readonly tokenId?: string;
  /** The other side: recipient, sender or spender. */
  readonly other: string;
};

/** What a node's simulation of exactly these transactions told. */
export type Preview =
  | { readonly state: 'known'; readonly source: string; readonly changes: readonly Change[] }
  | { readonly state: 'reverts'; readonly source: string; readonly reason: string }
  | { readonly state: 'unknown'; readonly why: string };

/** Tokens by address in 64 digits. */
export type TokensByAddress = Readonly<Record<string, TokenFacts>>;
