import { expect, it } from '@jest/globals';
import { treeOf } from '../../test/wallet/history';
import { memoryStorage } from '../../test/wallet/memoryStorage';
import { reopened, sender, storedRecord } from '../../test/wallet/records';
import { chainIds } from '../schema/primitives';
import type { StoredTransaction } from '../schema/transaction';

const chain = chainIds.sepolia;
const RECIPIENTS = 40;

/** As transfers are kept: hashes of full length, some recipients, some that failed or still move. */
const transfersOf = (count: number): StoredTransaction[] =>
  Array.from({ length: count }, (_, number) => {
    const hash =
      (BigInt(number + 1) * 0x2f0b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7n) % 2n ** 250n;
    const to =
      (BigInt((number % RECIPIENTS) + 1) * 0x3a1b2c3d4e5f60718293a4b5c6d7e8f9n) ** 2n % 2n ** 250n;
    const failed = number % 50 === 0;
    return storedRecord(number, {
      txnHash: `0x${((hash + 2n ** 249n) % 2n ** 250n).toString(16)}`,
      contractAddress: `0x${to.toString(16).padStart(64, '0')}`,
      contractCallData: [`0x${to.toString(16)}`, '0x38d7ea4c68000', '0x0'],
      ...{ status: 'ACCEPTED_ON_L2', finalityStatus: 'ACCEPTED_ON_L2' },
      executionStatus: failed ? 'REVERTED' : 'SUCCEEDED',
      failureReason: failed ? 'u256_sub Overflow' : null,
      ...(number >= count - 2 && { status: 'RECEIVED', finalityStatus: null }),
    });
  });

it('keeps 10,000 records in 1.3 MB, and of the newest 200 all', async () => {
  const records = transfersOf(10_000);
  const memory = memoryStorage();
  const adding = reopened(memory);
  for (const record of records) await adding.add(record);

  const transactions = reopened(memory);
  const all = { limit: 20_000, since: 0, wanted: () => true };
  const listed = await transactions.list(chain, sender, all);
  const shown = (kept: readonly StoredTransaction[]) =>
    kept.map(({ contractCallData: _calldata, ...record }) => record);
  expect(shown(listed)).toEqual(shown([...records].reverse()));
  expect(listed.slice(0, 200)).toEqual(records.slice(-200).reverse());
  expect(listed.at(-1)?.contractCallData).toEqual([]);
  expect(await transactions.open()).toEqual(records.slice(-2));
  for (const record of [records[0], records[4_321], records[9_999]])
    expect(await transactions.find(chain, record?.txnHash ?? '')).toMatchObject({
      txnHash: record?.txnHash,
      nonce: record?.nonce,
    });
  const stored = treeOf(memory.parts.plain);
  expect(JSON.stringify(stored.settled).length / records.length).toBeLessThanOrEqual(120);
  expect(JSON.stringify(stored).length).toBeLessThanOrEqual(1_300_000);
}, 120_000);
