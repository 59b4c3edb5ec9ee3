/** A result of a step, in display order. */
export type Fact = {
  readonly label: string;
  readonly value: string;
  /** How it is shown: hex can be copied in full; amounts are in FRI and shown in STRK. */
  readonly kind: 'text' | 'hex' | 'strk';
};
export type Facts = readonly Fact[];

export const textFact = (label: string, value: string): Fact => ({ label, value, kind: 'text' });
export const hexFact = (label: string, value: string): Fact => ({ label, value, kind: 'hex' });
export const strkFact = (label: string, fri: bigint): Fact => ({
  label,
  value: fri.toString(),
  kind: 'strk',
});
