import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { filledRecords, reopened, sender, storedRecord } from '../../test/wallet/records';
import { chainIds } from '../schema/primitives';
import type { StoredTransaction } from '../schema/transaction';

const chain = chainIds.sepolia;

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
        const settledStatus = seconds === 0 ? 'REJECTED' : 'ACCEPTED_ON_L2';
        const status = settles ? settledStatus : 'PENDING';
        if (known) {
          own.set(known.txnHash, { ...known, status });
          await transactions.change(chain, known.txnHash, (one) => ({ ...one, status }));
        } else {
          own.set(record.txnHash, record);
          await transactions.add(record);
        }
      }
      const all = { since: 0, isWanted: () => true, limit };
      const paged: StoredTransaction[] = [];
      for (;;) {
        const last = paged.at(-1);
        const after = last && { cursor: { txnHash: last.txnHash } };
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
