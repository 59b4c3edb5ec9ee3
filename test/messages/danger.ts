import type { Parts } from './typedDataExample';

export type Danger = {
  readonly parts: Parts;
  readonly rules: readonly string[];
  /** What is said of it before its values: an order, or that it is not known what it lets others do. */
  readonly says: 'order' | 'unknown' | null;
};
