import { describe, expect, it } from '@jest/globals';
import { createReview, inEnglish, party } from '../../../test/review/subject';
import { amountLabel } from './amounts';

const { meme, strk } = party;
const review = createReview();
const told = (decimals: number | null) => {
  const known = { address: meme, symbol: 'MEME', decimals, verified: false };
  const tokens = { ...review.tokens, [meme]: known };
  return inEnglish(amountLabel({ ...review, tokens }, meme, 1_500_000n));
};

describe('an amount in a warning', () => {
  it('counts smallest units, and guesses nothing, if the decimals of a token are not known', () => {
    for (const text of [told(null), inEnglish(amountLabel(review, meme, 1_500_000n))])
      expect(text).toContain('1,500,000 smallest units');
    expect(told(6)).toContain('1.5 ');
    expect(told(0)).toContain('1,500,000 ');
    expect(told(0)).not.toContain('smallest');
  });

  it('tells a listed token by its own decimals and symbol', () => {
    expect(amountLabel(review, strk, 10n ** 18n)).toEqual({ amount: '1', symbol: 'STRK' });
  });
});
