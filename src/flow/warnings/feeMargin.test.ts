import { describe, expect, it } from '@jest/globals';
import { inEnglish, messageOf, strk, subjectOf, tells } from '../../../test/review/subject';
import { feeMargin } from './feeMargin';

const fee = (expected: number, maximum: number) => ({
  fee: { expected: strk(expected), maximum: strk(maximum) },
});

describe('feeMargin', () => {
  it('tells of bounds far above the expected fee', () => {
    expect(tells(feeMargin, fee(0.01, 0.051))).toEqual(['caution: Fee limit far above expected']);
    expect(tells(feeMargin, fee(0.01, 0.21))).toEqual(['high: Fee limit far above expected']);
    expect(tells(feeMargin, fee(0, 1))).toEqual(['high: Fee limit far above expected']);
    const [warning] = feeMargin(subjectOf(fee(0.01, 1500)));
    expect(warning && inEnglish(warning.text)).toContain(
      'About 0.01 STRK is expected, yet you would allow up to 1,500 STRK.',
    );
  });

  it('is silent about the usual margins, a free network and what was not estimated', () => {
    expect(tells(feeMargin, fee(0.01, 0.0225))).toEqual([]);
    expect(tells(feeMargin, fee(0.01, 0.05))).toEqual([]);
    expect(tells(feeMargin, fee(0, 0))).toEqual([]);
    expect(tells(feeMargin, { fee: { expected: null, maximum: strk(1) } })).toEqual([]);
    expect(feeMargin(messageOf())).toEqual([]);
  });
});
