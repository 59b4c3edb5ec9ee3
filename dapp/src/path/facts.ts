/** What a step learned, in the order in which it is shown. */
export type Fact = {
  readonly label: string;
  readonly value: string;
  /** How it is drawn: hex can be copied whole; amounts are in FRI and shown in STRK. */
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
