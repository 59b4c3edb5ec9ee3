import { describe, expect, it } from '@jest/globals';
import { deployAccount, invoke, messageOf, tells } from '../../../test/review/subject';
import { feeTip } from './feeTip';

const USUAL = 3_000_000_000n;
const tip = (value: bigint) => [invoke({ tip: `0x${value.toString(16)}` })];

describe('feeTip', () => {
  it('tells of a tip of several times the price', () => {
    expect(tells(feeTip, { transactions: tip(2n * USUAL + 1n) })).toEqual([
      'caution: Unusually high tip',
    ]);
    expect(tells(feeTip, { transactions: tip(20n * USUAL + 1n) })).toEqual([
      'high: Unusually high tip',
    ]);
  });

  it('measures it by the price now or the signed one where the usual is not known', () => {
    const transactions = tip(2n * USUAL + 1n);
    const now = { now: `${USUAL * 2n}`, usual: null };
    expect(tells(feeTip, { transactions, gasPrice: now })).toEqual([]);
    // The signed price is 1.5 times the usual one.
    const none = { now: null, usual: null };
    expect(tells(feeTip, { transactions, gasPrice: none })).toEqual([]);
    expect(tells(feeTip, { transactions: tip(4n * USUAL), gasPrice: none })).toHaveLength(1);
    const free = { now: '0', usual: '0' };
    expect(tells(feeTip, { transactions: tip(1n), gasPrice: free })).toHaveLength(1);
    expect(tells(feeTip, { gasPrice: free })).toEqual([]);
  });

  it('is silent about no tip and a usual one', () => {
    expect(tells(feeTip, { transactions: [deployAccount, invoke()] })).toEqual([]);
    expect(tells(feeTip, { transactions: tip(2n * USUAL) })).toEqual([]);
    expect(feeTip(messageOf())).toEqual([]);
  });
});
