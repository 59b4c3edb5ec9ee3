import { beforeAll, expect } from '@jest/globals';
import { ReviewDialog, type ReviewState, untouched } from '../../src/ui/review/dialog';
import type { ReviewFacts } from '../../src/ui/review/facts';
import { createSay, type Say } from '../../src/ui/text/words';
import { assertDrawable } from '../drawn/assertDrawable';
import { getText } from '../node/readDialog';
import { english } from '../wallet/openDialogs';

let say: Say;
beforeAll(async () => {
  say = createSay(await english());
});

/** The minimal review. */
const review = (changes: Partial<ReviewFacts> = {}): ReviewFacts => ({
  title: 'Review transaction',
  origin: 'https://dapp.example',
  network: 'Testnet (Sepolia)',
  warnings: [],
  sections: [],
  ...changes,
});

/** Draws a review as the module would; fails if wallets would reject the drawing. */
export function draw(
  shown: Partial<ReviewFacts>,
  state: Partial<ReviewState> = {},
  language: Say = say,
) {
  const drawn = ReviewDialog({
    facts: review(shown),
    state: { ...untouched, ...state },
    say: language,
  });
  assertDrawable(drawn);
  return drawn;
}
/** All text of the drawing, from top to bottom. */
export const read = (shown: Partial<ReviewFacts>, state: Partial<ReviewState> = {}) =>
  getText(draw(shown, state));

/** Expects the parts in this order. */
export function expectInOrder(text: string, parts: readonly string[]): void {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    expect([part, found >= at]).toEqual([part, true]);
    at = found + part.length;
  }
}
