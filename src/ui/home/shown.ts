import type { Say } from '../text/words';

/** What a part of the page is drawn from. `isExact`: with amounts to their last digit. */
export type Shown<Facts> = { readonly facts: Facts; readonly isExact: boolean; readonly say: Say };
