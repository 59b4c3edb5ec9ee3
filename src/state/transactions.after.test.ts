import { expect, it } from '@jest/globals';
import { filledRecords, sender } from '../../test/wallet/records';
import { chainIds } from '../schema/primitives';

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
  const { transactions, records, measure } = await filledRecords(1_000);
  const { txnHash, timestamp } = records[305] ?? { txnHash: '', timestamp: 0 };
  const cost = async (after: { txnHash: string } | { until: number }) => {
    const choice = { ...all, limit: 10, after };
    return (await measure(() => transactions.list(chain, sender, choice))).reads;
  };
  // Newest page, place of the record, its page, the page before.
  expect(await cost({ txnHash })).toBe(4);
  // Fifty pages are halved six times.
  expect(await cost({ until: timestamp - 1 })).toBeLessThanOrEqual(9);
});
