import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { measureTraffic } from '../../scripts/bench/traffic';
import type { LocalChain } from '../../scripts/start/localChain';
import { startChain } from '../chain/chain';

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain();
}, 180_000);
afterAll(() => chain?.stop());

it('reads and writes as much state with 10,000 records as with 20', async () => {
  const [few, many] = await measureTraffic(chain.url, [20, 10_000]);
  if (!few || !many) throw new Error('Nothing was measured.');
  expect(many.requests.map(({ method }) => method)).toEqual([
    'xnet_executeTxn',
    'xnet_getTransactionStatus',
    'xnet_getTransactions',
    'xnet_getCurrentNetwork',
  ]);
  for (const [index, { read, bytesWritten: written }] of many.requests.entries()) {
    const before = few.requests[index];
    // Hashes and page numbers differ by some digits; a new page has the calldata of one record.
    expect(Math.abs(read - (before?.read ?? 0))).toBeLessThan(1_500);
    expect(Math.abs(written - (before?.bytesWritten ?? 0))).toBeLessThan(1_500);
    expect(read + written).toBeLessThan(64_000);
  }
}, 180_000);
