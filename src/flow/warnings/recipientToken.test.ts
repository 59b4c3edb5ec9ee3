import { describe, expect, it } from '@jest/globals';
import { approve, contractOf, party, tells, transfer } from '../../../test/review/subject';
import { recipientToken } from './recipientToken';

const { usdc, strk, friend, meme } = party;
const WARNING = 'high: Recipient is a token contract';

describe('recipientToken', () => {
  it('tells of a listed token, the sent one itself included, and of one that answers as such', () => {
    expect(tells(recipientToken, { calls: [transfer(usdc, strk, '1')] })).toEqual([WARNING]);
    expect(tells(recipientToken, { calls: [transfer(usdc, usdc, '1')] })).toEqual([WARNING]);
    const contracts = { [meme]: contractOf({ isToken: true }) };
    expect(tells(recipientToken, { calls: [transfer(usdc, meme, '1')], contracts })).toEqual([
      WARNING,
    ]);
  });

  it('is silent about accounts, other contracts and what could not be read', () => {
    const calls = [transfer(usdc, friend, '1'), approve(usdc, strk, '1')];
    expect(tells(recipientToken, { calls })).toEqual([]);
    for (const isToken of [false, null])
      expect(
        tells(recipientToken, { calls, contracts: { [friend]: contractOf({ isToken }) } }),
      ).toEqual([]);
  });
});
