import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  boundsOf,
  inEnglish,
  invoke,
  messageOf,
  subjectOf,
  tells,
} from '../../../test/review/subject';
import { feePrice } from './feePrice';

const USUAL = 3_000_000_000n;
const at = (now: bigint) => ({ gasPrice: { now: `${now}`, usual: `${USUAL}` } });

describe('feePrice', () => {
  it('tells of more than three times the usual price, louder of ten times', () => {
    expect(tells(feePrice, at(3n * USUAL + 1n))).toEqual(['caution: Fees are unusually high']);
    expect(tells(feePrice, at(10n * USUAL + 1n))).toEqual(['high: Fees are unusually high']);
    const [warning] = feePrice(subjectOf(at(1_000_000n * USUAL)));
    expect(warning && inEnglish(warning.text)).toContain('about 1000000 times');
  });

  it('tells of the price that the signature would allow', () => {
    const bounds = (price: bigint) => [invoke({ resource_bounds: boundsOf(price) })];
    expect(tells(feePrice, { transactions: bounds((9n * USUAL) / 2n + 2n) })).toHaveLength(1);
    expect(tells(feePrice, { transactions: bounds(4n * USUAL) })).toEqual([]);
    const gasPrice = { now: null, usual: `${USUAL}` };
    expect(tells(feePrice, { gasPrice, transactions: bounds(60n * USUAL) })).toHaveLength(1);
  });

  it('is silent about every price below, and without prices', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 3n * USUAL), (now) => {
        expect(tells(feePrice, at(now))).toEqual([]);
      }),
    );
    for (const usual of [null, '0'])
      expect(tells(feePrice, { gasPrice: { now: '99', usual } })).toEqual([]);
    expect(feePrice(messageOf())).toEqual([]);
  });
});
