import { describe, expect, it } from '@jest/globals';
import { createReview, party, strk, transfer } from '../../../../test/review/subject';
import { tell } from './sentences';

const { tokens } = createReview();
const { friend, stranger, strk: token } = party;
const told = (more: Parameters<typeof transfer>[3] = {}) =>
  tell(transfer(token, friend, strk(1), more).meaning, tokens).sentence;
const amount = { what: { amount: '1', symbol: 'STRK' } };

describe('the sentence of a transfer', () => {
  it('says that the account sends its own, and moves what is another’s', () => {
    expect(told()).toEqual({ say: 'calls.send', with: amount });
    expect(told({ from: stranger })).toEqual({ say: 'calls.move', with: amount });
  });
});
