import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  approve,
  callOf,
  change,
  inEnglish,
  party,
  previewOf,
  subjectOf,
  tells,
  transfer,
} from '../../../test/review/subject';
import { ADDRESS_BOUND } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { addressLookAlike, shortForms } from './addressLookAlike';

const { usdc, friend, stranger } = party;
const WARNING = 'critical: Address imitates one you know';
/** The same digits at both ends, others between. */
const poison = (address: string) => `${address.slice(0, 6)}${'7'.repeat(56)}${address.slice(-4)}`;
const random = fc.bigInt(1n, ADDRESS_BOUND - 1n).map(toAddress);

describe('addressLookAlike', () => {
  it('tells of an imitated recipient, spender, operator, contract and own account', () => {
    const fake = poison(friend);
    for (const call of [
      transfer(usdc, fake, '1'),
      transfer(usdc, poison(party.savings), '1'),
      approve(usdc, fake, '1'),
      approve(usdc, poison(party.router), '1'),
      callOf(poison(party.strk), 'claim'),
    ])
      expect(tells(addressLookAlike, { calls: [call] })).toEqual([WARNING]);
    const preview = previewOf(change('send', usdc, '1', fake));
    expect(tells(addressLookAlike, { preview })).toEqual([WARNING]);
  });

  it('shows both addresses in full', () => {
    const [warning] = addressLookAlike(subjectOf({ calls: [transfer(usdc, poison(friend), '1')] }));
    const text = warning && inEnglish(warning.text);
    expect(text?.match(/0x( [0-9a-f]{4}){16}/gu)).toHaveLength(2);
  });

  it('sees through leading zeros, which short forms leave out', () => {
    const known = toAddress(`0xabcd${'1'.repeat(50)}1234`);
    const fake = toAddress(`0xabcd${'2'.repeat(52)}1234`);
    const calls = [transfer(usdc, fake, '1')];
    expect(
      tells(addressLookAlike, { calls, known: { recipients: [known], contracts: [] } }),
    ).toEqual([WARNING]);
  });

  it('flags every look-alike of every known address', () => {
    fc.assert(
      fc.property(random, random, (known, middle) => {
        const fake = `${known.slice(0, 6)}${middle.slice(6, -4)}${known.slice(-4)}`;
        fc.pre(fake !== known);
        const calls = [transfer(usdc, fake, '1')];
        const lists = { recipients: [known], contracts: [] };
        expect(tells(addressLookAlike, { calls, known: lists })).toEqual([WARNING]);
      }),
      { numRuns: 300 },
    );
  });

  it('raises fewer than one false alarm in 10,000 random pairs', () => {
    const forms = fc
      .sample(fc.noBias(random), 1_000)
      .map((address) => new Set(shortForms(address)));
    const alarms = forms.flatMap((one, index) =>
      forms.slice(index + 1).filter((other) => [...other].some((form) => one.has(form))),
    );
    expect(alarms.length / ((1_000 * 999) / 2)).toBeLessThan(1e-4);
  });

  it('is silent about known, new, listed and zero addresses', () => {
    const calls = [
      transfer(usdc, friend, '1'),
      transfer(usdc, stranger, '1'),
      transfer(usdc, party.savings, '1'),
      approve(usdc, party.router, '1'),
      transfer(usdc, toAddress(0n), '1'),
      // The same beginning or the same end alone is no imitation.
      transfer(usdc, `${friend.slice(0, 10)}${stranger.slice(10)}`, '1'),
      transfer(usdc, `${stranger.slice(0, -8)}${friend.slice(-8)}`, '1'),
    ];
    expect(tells(addressLookAlike, { calls })).toEqual([]);
    const both = { recipients: [friend, poison(friend)], contracts: [] };
    expect(tells(addressLookAlike, { calls: calls.slice(0, 1), known: both })).toEqual([]);
  });
});
