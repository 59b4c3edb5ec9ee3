import { expect, it } from '@jest/globals';
import { filledRecords, reopened, sender } from '../../test/wallet/records';
import { chainIds } from '../schema/primitives';

const chain = chainIds.sepolia;
const all = { limit: 1_000, since: 0, isWanted: () => true };

it('continues after any record, or at any time', async () => {
  const { transactions, records } = await filledRecords(65);
  for (const [index, { txnHash, timestamp }] of records.entries()) {
    const older = records.slice(0, index).reverse();
    expect(await transactions.list(chain, sender, { ...all, cursor: { txnHash } })).toEqual(older);
    const until = timestamp - 1;
    expect(await transactions.list(chain, sender, { ...all, cursor: { until } })).toEqual(older);
  }
});

it('reads two pages at most after a record, and few at a time, however deep', async () => {
  const memory = await filledRecords(1_000);
  const { records, measure } = memory;
  const { txnHash, timestamp } = records[305] ?? { txnHash: '', timestamp: 0 };
  const cost = async (cursor: { txnHash: string } | { until: number }) => {
    const choice = { ...all, limit: 10, cursor };
    return (await measure(() => reopened(memory).list(chain, sender, choice))).reads;
  };
  // Version, what moves, newest page, place of the record and its account, its page, the page before.
  expect(await cost({ txnHash })).toBe(7);
  // Fifty pages are halved six times.
  expect(await cost({ until: timestamp - 1 })).toBeLessThanOrEqual(11);
});
