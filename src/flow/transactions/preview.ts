import type { TokenFacts } from '../../starknet/meaning/meaning';
import type { Change } from '../../starknet/traces/changes';
import type { Words } from '../../ui/text/words';

export type { Change };

/** What a node's simulation of exactly these transactions told; `source` is the node's host. */
export type Preview =
  | { readonly state: 'known'; readonly source: string; readonly changes: readonly Change[] }
  | {
      readonly state: 'reverts';
      readonly source: string;
      readonly reason: string;
      /** The node's whole text. */
      readonly told?: string;
    }
  | { readonly state: 'unknown'; readonly why: Words | string };

/** Tokens by address in 64 digits. */
export type TokensByAddress = Readonly<Record<string, TokenFacts>>;
