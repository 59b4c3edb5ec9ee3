import { describe, expect, it } from '@jest/globals';
import { callOf, party, tells, transfer } from '../../../test/review/subject';
import { callUnknown } from './callUnknown';

const unread = { decoded: null };
const WARNING = 'caution: Call that cannot be read';

describe('callUnknown', () => {
  it('tells of a call that no ABI describes', () => {
    const call = { ...callOf(party.stranger, 'x'), ...unread };
    expect(tells(callUnknown, { calls: [call] })).toEqual([WARNING]);
    expect(tells(callUnknown, { calls: [{ ...callOf(party.router, 'x'), ...unread }] })).toEqual([
      WARNING,
    ]);
  });

  it('does not trust the shape of a transfer in an unknown contract alone', () => {
    const call = { ...transfer(party.meme, party.friend, '1'), ...unread };
    expect(tells(callUnknown, { calls: [call] })).toEqual([WARNING]);
  });

  it('is silent about described calls, known acts of listed contracts and own accounts', () => {
    const calls = [
      callOf(party.stranger, 'x'),
      { ...transfer(party.usdc, party.friend, '1'), ...unread },
      { ...callOf(party.me, 'x'), ...unread },
    ];
    expect(tells(callUnknown, { calls })).toEqual([]);
  });
});
