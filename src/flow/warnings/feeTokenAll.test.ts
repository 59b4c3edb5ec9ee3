import { describe, expect, it } from '@jest/globals';
import {
  change,
  inEnglish,
  party,
  previewOf,
  strk,
  subjectOf,
  tells,
} from '../../../test/review/subject';
import { feeTokenAll } from './feeTokenAll';

const fee = { expected: strk(0.01), maximum: strk(0.02) };
const sending = (amount: number, balance: number | null = 100) => ({
  fee,
  strkBalance: balance === null ? null : strk(balance),
  preview: previewOf(change('send', party.strk, strk(amount), party.friend)),
});

describe('feeTokenAll', () => {
  it('tells when too little is left for the next fee', () => {
    const expected = ['caution: Nothing left for fees'];
    expect(tells(feeTokenAll, sending(99.98))).toEqual(expected);
    expect(tells(feeTokenAll, sending(99.96))).toEqual(expected);
    const [warning] = feeTokenAll(subjectOf(sending(99.98)));
    expect(warning && inEnglish(warning.text)).toContain('You would send 99.98 STRK of 100 STRK.');
  });

  it('is silent where enough is left', () => {
    expect(tells(feeTokenAll, sending(99.95))).toEqual([]);
    expect(tells(feeTokenAll, sending(1))).toEqual([]);
  });

  it('is silent where next to nothing is sent, or the balance was not read', () => {
    expect(tells(feeTokenAll, sending(0.001, 0.03))).toEqual([]);
    expect(tells(feeTokenAll, { ...sending(0), preview: previewOf() })).toEqual([]);
    expect(tells(feeTokenAll, sending(100, null))).toEqual([]);
  });

  it('is silent where the fee token comes in', () => {
    const preview = previewOf(change('receive', party.strk, strk(5), party.friend));
    expect(tells(feeTokenAll, { ...sending(0), preview })).toEqual([]);
  });
});
