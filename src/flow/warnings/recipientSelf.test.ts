import { describe, expect, it } from '@jest/globals';
import { party, tells, transfer } from '../../../test/review/subject';
import { recipientSelf } from './recipientSelf';

const { usdc, me, friend, savings } = party;

describe('recipientSelf', () => {
  it('tells of a transfer back to the sender', () => {
    const expected = ['caution: You would send to yourself'];
    expect(tells(recipientSelf, { calls: [transfer(usdc, me, '1')] })).toEqual(expected);
    const unpadded = `0x${BigInt(me).toString(16)}`;
    expect(tells(recipientSelf, { calls: [transfer(usdc, unpadded, '1')] })).toEqual(expected);
    expect(tells(recipientSelf, { calls: [transfer(usdc, me, '1', { from: me })] })).toEqual(
      expected,
    );
  });

  it('is silent about others, other own accounts and what is fetched', () => {
    const calls = [
      transfer(usdc, friend, '1'),
      transfer(usdc, savings, '1'),
      transfer(usdc, me, '1', { from: friend }),
    ];
    expect(tells(recipientSelf, { calls })).toEqual([]);
  });
});
