import { describe, expect, it } from '@jest/globals';
import {
  approve,
  callOf,
  change,
  party,
  previewOf,
  tells,
  transfer,
} from '../../../test/review/subject';
import { toAddress } from '../../starknet/felt';
import { recipientZero } from './recipientZero';

const zero = toAddress(0n);

describe('recipientZero', () => {
  it('tells of a transfer to the zero address', () => {
    expect(tells(recipientZero, { calls: [transfer(party.usdc, zero, '1')] })).toEqual([
      "critical: Nobody owns the recipient's address",
    ]);
  });

  it('tells of pieces that are sent there together', () => {
    const pieces = { kind: 'act', act: 'sendPieces', name: null, quantities: [] } as const;
    const call = callOf(party.punks, 'x', { ...pieces, contract: party.punks, to: zero });
    expect(tells(recipientZero, { calls: [call] })).toHaveLength(1);
  });

  it('is silent about other recipients, withdrawn approvals and what a contract burns', () => {
    const calls = [transfer(party.usdc, party.friend, '1'), approve(party.punks, zero, '0')];
    const preview = previewOf(change('send', party.meme, '5', zero));
    expect(tells(recipientZero, { calls, preview })).toEqual([]);
  });
});
