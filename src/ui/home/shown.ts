import type { Say } from '../text/words';
import type { Notice } from './view';

/** Values that a part of the page is drawn from. `isExact`: with amounts to their last digit. */
export type Shown<Facts> = {
  readonly facts: Facts;
  readonly isExact: boolean;
  /** For a part with a place for it. */
  readonly notice?: Notice | undefined;
  /** A time in words. */
  readonly when: (ms: number) => string;
  readonly say: Say;
};
