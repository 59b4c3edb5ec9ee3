import { type Label, say, type TextRef } from '../texts';

/** A result of a step, in display order. */
export type Fact = {
  readonly label: TextRef;
  /** How it is shown: hex can be copied in full; amounts are in FRI and shown in STRK. */
} & (
  | { readonly kind: 'text'; readonly value: Label }
  | { readonly kind: 'strk'; readonly value: string }
  | { readonly kind: 'hex'; readonly value: string; readonly copied: TextRef }
);
export type Facts = readonly Fact[];

type TextFact = 'wallet' | 'module' | 'network' | 'node' | 'balance' | 'index' | 'outcome';
type HexFact = 'transaction' | 'address' | 'to';

export const textFact = (name: TextFact, value: Label): Fact => ({
  label: say(`path.fact.${name}`),
  value,
  kind: 'text',
});
export const hexFact = (name: HexFact, value: string): Fact => ({
  label: say(`path.fact.${name}`),
  copied: say(`path.copied.${name}`),
  value,
  kind: 'hex',
});
export const strkFact = (name: 'balance' | 'amount', fri: bigint): Fact => ({
  label: say(`path.fact.${name}`),
  value: fri.toString(),
  kind: 'strk',
});
