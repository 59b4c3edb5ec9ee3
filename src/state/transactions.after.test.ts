import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { filledRecords, reopened, sender, storedRecord } from '../../test/wallet/records';
import { chainIds } from '../schema/primitives';
import type { StoredTransaction } from '../schema/transaction';

const chain = chainIds.sepolia;
const all = { limit: 1_000, since: 0, wanted: () => true };

it('goes on after any record, or at any time', async () => {
  const { transactions, records } = await filledRecords(65);
  for (const [index, { txnHash, timestamp }] of records.entries()) {
    const older = records.slice(0, index).reverse();
    expect(await transactions.list(chain, sender, { ...all, after: { txnHash } })).toEqual(older);
    const until = timestamp - 1;
    expect(await transactions.list(chain, sender, { ...all, after: { until } })).toEqual(older);
  }
});

it('reads two pages at most after a record, and few at a time, however deep', async () => {
  const memory = await filledRecords(1_000);
  const { records, measure } = memory;
  const { txnHash, timestamp } = records[305] ?? { txnHash: '', timestamp: 0 };
  const cost = async (after: { txnHash: string } | { until: number }) => {
    const choice = { ...all, limit: 10, after };
    return (await measure(() => reopened(memory).list(chain, sender, choice))).reads;
  };
  // Version, what moves, newest page, place of the record and its account, its page, the page before.
  expect(await cost({ txnHash })).toBe(7);
  // Fifty pages are halved six times.
  expect(await cost({ until: timestamp - 1 })).toBeLessThanOrEqual(11);
});

it('leads through what moves and what settled in whatever order, page by page, each once', async () => {
  const steps = fc.array(
    fc.record({ number: fc.nat(60), seconds: fc.nat(2), settles: fc.boolean() }),
    { maxLength: 90 },
  );
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), async (moves, limit) => {
      const memory = await filledRecords(0);
      const { transactions } = memory;
      const own = new Map<string, StoredTransaction>();
      let timestamp = 1_800_000_000;
      for (const { number, seconds, settles } of moves) {
        timestamp += seconds;
        const record = storedRecord(number, { timestamp });
        const known = own.get(record.txnHash);
        const status = settles ? (seconds === 0 ? 'REJECTED' : 'ACCEPTED_ON_L2') : 'PENDING';
        if (known) {
          own.set(known.txnHash, { ...known, status });
          await transactions.change(chain, known.txnHash, (one) => ({ ...one, status }));
        } else {
          own.set(record.txnHash, record);
          await transactions.add(record);
        }
      }
      const all = { since: 0, wanted: () => true, limit };
      const paged: StoredTransaction[] = [];
      for (;;) {
        const last = paged.at(-1);
        const after = last && { after: { txnHash: last.txnHash } };
        const next = await reopened(memory).list(chain, sender, { ...all, ...after });
        paged.push(...next);
        if (next.length === 0) break;
      }
      expect(paged).toHaveLength(own.size);
      expect(paged).toEqual(expect.arrayContaining([...own.values()]));
      const times = paged.map((record) => record.timestamp);
      expect(times).toEqual([...times].sort((a, b) => b - a));
      expect(await transactions.recent(chain, sender)).toEqual(paged.slice(0, 20));
      for (const record of own.values())
        expect(await reopened(memory).find(chain, record.txnHash)).toEqual(record);
    }),
    { numRuns: 60 },
  );
});
