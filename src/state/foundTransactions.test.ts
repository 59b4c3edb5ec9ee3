import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryStorage } from '../../test/wallet/memoryStorage';
import { sender, storedRecord } from '../../test/wallet/records';
import { chainIds } from '../schema/primitives';
import type { TransactionRecord } from '../schema/transaction';
import { createFoundTransactions } from './foundTransactions';
import { createStore } from './store';

const chain = chainIds.sepolia;
const NOW = 1_800_000_000;
const record = (number: number, timestamp: number): TransactionRecord => {
  const { nonce: _nonce, known: _known, ...rest } = storedRecord(number);
  return { ...rest, timestamp };
};
const all = { limit: 10_000, since: 0, until: Number.POSITIVE_INFINITY, isWanted: () => true };
const open = () => {
  const memory = memoryStorage();
  return { ...memory, found: createFoundTransactions(createStore(memory.storage)) };
};

describe('what was found', () => {
  it('lists records newest first, each once, in whatever order and portions they were added', async () => {
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

  it('accepts an empty list first', async () => {
    const { found, storage } = open();
    await found.add(chain, sender, []);
    const later = createFoundTransactions(createStore(storage));
    await later.add(chain, sender, [record(1, NOW)]);
    expect(await later.list(chain, sender, all)).toHaveLength(1);
  });

  it('separates accounts and networks', async () => {
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

  it('reads few keys although years lie between the records', async () => {
    const { found, storage, measure } = open();
    const reopened = () => createFoundTransactions(createStore(storage));
    const years = Array.from({ length: 6 }, (_, at) => record(at, NOW - at * 31_536_000));
    await found.add(chain, sender, years);
    const { reads } = await measure(() => reopened().list(chain, sender, all));
    expect(reads).toBeLessThan(40);
    const page = await measure(() => reopened().list(chain, sender, { ...all, limit: 1 }));
    // With the version.
    expect(page.reads).toBe(4);
  });
});

describe('the room that what was found takes', () => {
  const MOST = 2_000;
  /** As a busy account gets them: hashes of full length, some tokens, senders of their own. */
  const incoming = (number: number): TransactionRecord => {
    const felt = (step: bigint) => ((BigInt(number + 1) * step) % 2n ** 250n).toString(16);
    return {
      ...record(number, NOW + number * 600),
      txnHash: `0x${felt(0x2f0b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7fn)}`,
      senderAddress: `0x${felt(0x1f1b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7fn).padStart(64, '0')}`,
      contractCallData: ['0x5e', '0x38d7ea4c68000', '0x0'],
      status: 'ACCEPTED_ON_L2',
      finalityStatus: 'ACCEPTED_ON_L2',
      executionStatus: 'SUCCEEDED',
    };
  };
  const upTo = (count: number) => Array.from({ length: count }, (_, at) => incoming(at));

  it('keeps the newest 2,000 of an account, in less than half a megabyte', async () => {
    const { found, parts } = open();
    const many = upTo(2_600);
    for (let at = 0; at < many.length; at += 25)
      await found.add(chain, sender, many.slice(at, at + 25));
    const listed = await found.list(chain, sender, all);
    expect(listed.length).toBeLessThanOrEqual(MOST);
    expect(listed.length).toBeGreaterThan(MOST - 10);
    expect(listed).toEqual(many.slice(-listed.length).reverse());
    const bytes = [...parts.plain].reduce((sum, [key, text]) => sum + key.length + text.length, 0);
    process.stdout.write(`${listed.length} found transactions: ${bytes} bytes\n`);
    expect(bytes).toBeLessThan(500_000);
    // What is older than all of them has no room, and takes none.
    await found.add(chain, sender, [record(9_999, NOW - 10 * 600)]);
    expect(await found.list(chain, sender, all)).toEqual(listed);
  });

  it('limits what is added all at once, too', async () => {
    const { found } = open();
    const at = (number: number) => ({ ...incoming(number), timestamp: NOW });
    await found.add(
      chain,
      sender,
      Array.from({ length: MOST + 50 }, (_, number) => at(number)),
    );
    expect(await found.list(chain, sender, all)).toHaveLength(MOST);
  });

  // @promise T31.2
  it('keeps new records, whatever count a crash has left', async () => {
    const { found, storage, parts } = open();
    await found.add(chain, sender, upTo(3));
    const [key = ''] = [...parts.plain.keys()].filter((one) => one.endsWith('.extent'));
    parts.plain.set(
      key,
      JSON.stringify({ ...JSON.parse(parts.plain.get(key) ?? ''), count: 9_000 }),
    );
    const reopened = createFoundTransactions(createStore(storage));
    for (const number of [4, 5, 6]) await reopened.add(chain, sender, [incoming(number)]);
    expect(await reopened.list(chain, sender, all)).toEqual([incoming(6), incoming(5)]);
  });

  it('completes after a crash at any write once the records are added again', async () => {
    const { found, storage, parts, measure, tearAt } = open();
    await found.add(chain, sender, upTo(MOST));
    const before = new Map(parts.plain);
    const next = [0, 1, 2].map((at) => incoming(MOST + at));
    const { writes } = await measure(() => found.add(chain, sender, next));
    expect(writes).toBeGreaterThan(3);
    for (let atWrite = 1; atWrite <= writes; atWrite += 1) {
      parts.plain.clear();
      for (const [key, text] of before) parts.plain.set(key, text);
      tearAt({ atWrite, effect: 'before' });
      const torn = createFoundTransactions(createStore(storage));
      await expect(torn.add(chain, sender, next)).rejects.toThrow('The storage failed.');
      tearAt(undefined);
      const reopened = createFoundTransactions(createStore(storage));
      await reopened.add(chain, sender, next);
      expect(await reopened.list(chain, sender, { ...all, limit: 3 })).toEqual([...next].reverse());
    }
  });

  it.each([
    ['all at once', 0],
    ['hours apart', 5_000],
  ])('looks at each record few times when all came %s', async (_when, seconds) => {
    const { found } = open();
    let looks = 0;
    const records = upTo(1_000).map(({ txnHash, ...one }, at) => ({
      ...one,
      get txnHash() {
        looks += 1;
        return txnHash;
      },
      get timestamp() {
        looks += 1;
        return NOW - at * seconds;
      },
    }));
    await found.add(chain, sender, records);
    expect(await found.list(chain, sender, all)).toHaveLength(1_000);
    expect(looks).toBeLessThan(20 * 1_000);
  });

  it('holds what an older version had kept whole, which is packed with what comes', async () => {
    const { found, storage, parts } = open();
    await found.add(chain, sender, [incoming(1)]);
    const [key = ''] = [...parts.plain.keys()].filter((one) => one.includes('.bucket'));
    parts.plain.set(key, JSON.stringify([incoming(1)]));
    const reopened = createFoundTransactions(createStore(storage));
    await reopened.add(chain, sender, [incoming(2)]);
    expect(await reopened.list(chain, sender, all)).toEqual([incoming(2), incoming(1)]);
    expect(JSON.parse(parts.plain.get(key) ?? '')).toMatchObject({ lines: { length: 2 } });
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
