import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryStorage } from '../../test/wallet/memoryStorage';
import { sender, storedRecord } from '../../test/wallet/records';
import { chainIds } from '../schema/primitives';
import type { TransactionRecord } from '../schema/transaction';
import { foundTransactionsOf } from './foundTransactions';
import { createStore } from './store';

const chain = chainIds.sepolia;
const NOW = 1_800_000_000;
const record = (number: number, timestamp: number): TransactionRecord => {
  const { nonce: _nonce, known: _known, ...rest } = storedRecord(number);
  return { ...rest, timestamp };
};
const all = { limit: 10_000, since: 0, until: Number.POSITIVE_INFINITY, wanted: () => true };
const open = () => {
  const memory = memoryStorage();
  return { ...memory, found: foundTransactionsOf(createStore(memory.storage)) };
};

describe('what was found', () => {
  it('is listed newest first, each once, in whatever order and portions it was added', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.record({ number: fc.nat(40), ago: fc.nat(40) }), { maxLength: 8 }), {
          maxLength: 5,
        }),
        fc.integer({ min: 1, max: 12 }),
        fc.nat(40),
        fc.nat(40),
        async (portions, limit, oldest, newest) => {
          const { found } = open();
          // The same number is the same transaction, of the same time; some weeks apart.
          const timeOf = (number: number) => NOW - ((number * 37) % 41) * 400_000;
          const known = new Map<string, number>();
          for (const portion of portions) {
            const records = portion.map(({ number }) => record(number, timeOf(number)));
            for (const { txnHash, timestamp } of records) known.set(txnHash, timestamp);
            await found.add(chain, sender, records);
          }
          const [since, until] = [NOW - oldest * 400_000, NOW - newest * 400_000];
          const times = [...known.values()].sort((a, b) => b - a);
          const listed = async (choice: object) =>
            (await found.list(chain, sender, { ...all, ...choice })).map((one) => one.timestamp);
          expect(await listed({})).toEqual(times);
          const within = times.filter((time) => time >= since && time <= until);
          expect((await listed({ since, until, limit })).slice(0, limit)).toEqual(
            within.slice(0, limit),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keeps all of the last second, so that a page can be told from the next', async () => {
    const { found } = open();
    await found.add(
      chain,
      sender,
      [1, 2, 3, 4].map((number) => record(number, NOW)),
    );
    await found.add(chain, sender, [record(5, NOW + 1), record(6, NOW - 1)]);
    expect(await found.list(chain, sender, { ...all, limit: 2 })).toHaveLength(5);
  });

  it('of other accounts and networks stands apart', async () => {
    const { found } = open();
    await found.add(chain, sender, [record(1, NOW)]);
    expect(await found.list(chainIds.mainnet, sender, all)).toEqual([]);
    expect(await found.list(chain, `0x${'f'.padStart(64, '0')}`, all)).toEqual([]);
  });

  it('stays as it was first told, and loses nothing when portions come at once', async () => {
    const { found } = open();
    const portions = Array.from({ length: 20 }, (_, at) => [record(at, NOW - at * 5_000)]);
    await Promise.all(portions.map((portion) => found.add(chain, sender, portion)));
    await found.add(chain, sender, [{ ...record(3, NOW - 15_000), failureReason: 'other' }]);
    const listed = await found.list(chain, sender, all);
    expect(listed).toHaveLength(20);
    expect(listed.every(({ failureReason }) => failureReason === null)).toBe(true);
  });

  it('is read in few requests although years lie between', async () => {
    const { found, storage, measure } = open();
    const reopened = () => foundTransactionsOf(createStore(storage));
    const years = Array.from({ length: 6 }, (_, at) => record(at, NOW - at * 31_536_000));
    await found.add(chain, sender, years);
    const { reads } = await measure(() => reopened().list(chain, sender, all));
    expect(reads).toBeLessThan(40);
    const page = await measure(() => reopened().list(chain, sender, { ...all, limit: 1 }));
    // With the version.
    expect(page.reads).toBe(4);
  });
});

it('remembers how far each token was read', async () => {
  const { found } = open();
  const cursor = { low: 0, high: -1, lowTime: null, span: 1 };
  await found.keepTokenCursors(chain, sender, { '0x1': cursor });
  await found.keepTokenCursors(chain, sender, { '0x2': { ...cursor, high: 9 } });
  expect(await found.tokenCursors(chain, sender)).toEqual({
    '0x1': cursor,
    '0x2': { ...cursor, high: 9 },
  });
  expect(await found.tokenCursors(chainIds.mainnet, sender)).toEqual({});
});
