import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import texts from '../../../locales/text/en/warnings.json';
import {
  approve,
  approveAll,
  change,
  createAddressBook,
  createCall,
  createMessage,
  createPreview,
  createReview,
  deployAccount,
  inEnglish,
  invoke,
  party,
  strk,
  told,
  transfer,
  usdc,
} from '../../../test/review/subject';
import { toAddress } from '../../starknet/felt';
import { severities } from '../../ui/review/facts';
import type { TransactionReview } from '../transactions/review';
import { collectWarnings } from './collectWarnings';

const { usdc: token, stranger, friend, me } = party;
const UNLIMITED = String(2n ** 256n - 1n);
const numbered = (index: number) => toAddress(0x5000n + BigInt(index + 1) * 2n ** 200n);

/** One call or outcome for each thing that a rule may tell. */
const dangers: Partial<TransactionReview>[] = [
  { calls: [approve(token, stranger, UNLIMITED)] },
  { calls: [approveAll(party.punks, stranger)] },
  { calls: [transfer(token, toAddress(0n), '1')] },
  { calls: [transfer(token, token, '1')] },
  { calls: [transfer(token, me, '1')] },
  {
    calls: [transfer(party.meme, `${friend.slice(0, 6)}${'7'.repeat(56)}${friend.slice(-4)}`, '1')],
  },
  { calls: [createCall(me, 'upgrade', { kind: 'upgrade', contract: me, classHash: '0x1' })] },
  { calls: [createCall(me, 'x', { kind: 'owner', contract: me, change: 'set', who: [] })] },
  { calls: [createCall(me, 'x', { kind: 'guardian', contract: me, change: 'cancel', who: [] })] },
  {
    calls: [
      createCall(me, 'x'),
      createCall(stranger, 'y'),
      { ...createCall(stranger, 'z'), decoded: null },
    ],
  },
  { transactions: [deployAccount, invoke({ tip: '0xffffffffff' })], nextNonce: '0' },
  { transactions: [invoke({ nonce: '0x99' })] },
  { fee: { expected: strk(1), maximum: strk(1000) }, gasPrice: { now: '90', usual: '1' } },
  { preview: { state: 'reverts', source: 'node.example.org', reason: 'no' } },
  { preview: { state: 'unknown', why: 'Offline' } },
  { preview: createPreview(change('send', token, usdc(500), friend)) },
  { preview: createPreview(change('send', party.strk, strk(100), friend)) },
  { preview: createPreview(change('allow', party.meme, '5', stranger)) },
];
const merge = (parts: readonly Partial<TransactionReview>[]): TransactionReview =>
  createReview({
    ...Object.assign({}, ...parts),
    calls: parts.flatMap(({ calls = [] }) => calls),
  });

describe('collectWarnings', () => {
  it('sorts the worst first', () => {
    const told = collectWarnings(merge(dangers)).map(({ severity }) =>
      severities.indexOf(severity),
    );
    expect(new Set(told).size).toBe(4);
    expect(told).toEqual([...told].sort());
  });

  it('returns nothing for an ordinary review', () => {
    expect(collectWarnings(createReview())).toEqual([]);
    expect(collectWarnings(createMessage())).toEqual([]);
  });

  it('makes ten equal warnings one with a count', () => {
    const calls = Array.from({ length: 10 }, () => transfer(token, me, '1'));
    const warnings = collectWarnings(createReview({ calls }));
    expect(told(warnings)).toEqual(['caution: You would send this to yourself']);
    expect(warnings.map(({ text }) => inEnglish(text))).toEqual([
      'Sender and recipient are the same account, so only the fee is spent. Check the address. This happens 10 times here.',
    ]);
  });

  it('shows three of many that differ, and tells how many more there are', () => {
    const calls = Array.from({ length: 40 }, (_, index) =>
      approve(token, numbered(index), UNLIMITED),
    );
    const high = collectWarnings(createReview({ calls })).filter(
      ({ severity }) => severity === 'high',
    );
    expect(high).toHaveLength(3);
    expect(high.map(({ text }) => inEnglish(text).endsWith('Check every call.'))).toEqual([
      false,
      false,
      true,
    ]);
    expect(inEnglish(high[2]?.text ?? '')).toContain('Further warnings of this kind: 37.');
  });

  it('returns the same plain data for the same facts', () => {
    const subject = merge(dangers);
    const warnings = collectWarnings(subject);
    expect(collectWarnings(subject)).toEqual(warnings);
    expect(JSON.parse(JSON.stringify(warnings))).toEqual(warnings);
  });

  it('loses no danger by what else is asked, and tells the same in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(dangers, { minLength: 1 }), (parts) => {
        const kinds = (subject: TransactionReview) =>
          [
            ...new Set(collectWarnings(subject).map(({ rule, severity }) => `${rule} ${severity}`)),
          ].sort();
        const calls = parts.flatMap(({ calls = [] }) => calls);
        const all = kinds(createReview({ calls }));
        expect(kinds(createReview({ calls: [...calls].reverse() }))).toEqual(all);
        for (const call of calls)
          expect(all).toEqual(expect.arrayContaining(kinds(createReview({ calls: [call] }))));
      }),
      { numRuns: 100 },
    );
  });

  it('rates dangers of control in a message as the worst', () => {
    const calls = dangers.slice(6, 9).flatMap(({ calls = [] }) => calls);
    expect(told(collectWarnings(createMessage({ calls })))).toEqual([
      'critical: Message could take your account',
    ]);
  });

  it('uses a small part of the 150 ms of a review of 20 calls, after years of use', () => {
    const calls = Array.from({ length: 20 }, (_, index) =>
      approve(token, numbered(index), UNLIMITED),
    );
    const recipients = Array.from({ length: 1_000 }, (_, index) =>
      toAddress(7n ** 80n + BigInt(index)),
    );
    const addresses = createAddressBook({ used: { recipients, contracts: recipients } });
    const subject = createReview({ calls, addresses });
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      collectWarnings(subject);
      return performance.now() - start;
    });
    // About 5 ms on a free machine; it may be busy with other tests.
    expect(Math.min(...times)).toBeLessThan(75);
  });
});

describe('the texts of warnings', () => {
  const titles = Object.entries(texts).filter(([name]) => name.endsWith('.title'));

  it('gives each warning a title of six words at most, and a text', () => {
    for (const [name, title] of titles) {
      expect(title.split(' ').length).toBeLessThanOrEqual(6);
      expect(texts).toHaveProperty([name.replace(/title$/u, 'text')]);
    }
    expect(titles.length * 2 + 4).toBe(Object.keys(texts).length);
  });

  it('uses no technical word in a warning’s text', () => {
    for (const text of Object.values(texts)) expect(text).not.toMatch(/!|felt|calldata|nonce|FRI/u);
  });
});
