import { describe, expect, it } from '@jest/globals';
import { inEnglish, strk, subjectOf } from '../../../test/review/subject';
import { paymasterFee } from './paymasterFee';

const paying = (amount: number, own: number | undefined) =>
  paymasterFee(
    subjectOf({
      fee: { expected: strk(amount), maximum: strk(amount) },
      ...(own !== undefined && { ownFee: strk(own) }),
    }),
  );

describe('paymasterFee', () => {
  it.each<[string, number, number | undefined, string[]]>([
    ['nothing of an own fee, however high', 9, undefined, []],
    ['nothing of one and a half times', 0.03, 0.02, []],
    ['more', 0.030001, 0.02, ['caution']],
    ['five times', 0.1, 0.02, ['caution']],
    ['more than five times, which needs the tick', 0.100001, 0.02, ['critical']],
    ['any fee where there is none', 0.000001, 0, ['critical']],
    ['nothing where the paymaster pays', 0, 0, []],
  ])('tells %s', (_, amount, own, severities) => {
    expect(paying(amount, own).map(({ severity }) => severity)).toEqual(severities);
  });

  it('tells both fees', () => {
    const [warning] = paying(0.05, 0.02);
    expect(warning && inEnglish(warning.text)).toContain('0.05 STRK');
    expect(warning && inEnglish(warning.text)).toContain('0.02 STRK');
  });
});
