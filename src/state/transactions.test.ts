import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryStorage } from '../../test/wallet/memoryStorage';
import { filledRecords, reopened, sender, storedRecord } from '../../test/wallet/records';
import { chainIds } from '../schema/primitives';
import type { StoredTransaction } from '../schema/transaction';

const chain = chainIds.sepolia;
const all = { limit: 1_000, since: 0, isWanted: () => true };
const final = { status: 'ACCEPTED_ON_L2' } as const;
const hashesOf = (records: readonly { txnHash: string }[]) => records.map(({ txnHash }) => txnHash);
const newestFirst = (records: readonly StoredTransaction[]) => hashesOf([...records].reverse());

describe('the records', () => {
  it('returns nothing before anything was sent', async () => {
    const { transactions } = await filledRecords(0);
    expect(await transactions.list(chain, sender, all)).toEqual([]);
    expect(await transactions.recent(chain, sender)).toEqual([]);
    expect(await transactions.find(chain, '0x1')).toBeUndefined();
    expect(await transactions.open()).toEqual([]);
  });

  it.each([1, 19, 20, 21, 40, 45])(
    'lists records newest first over pages (%i records)',
    async (count) => {
      const { transactions, records } = await filledRecords(count);
      expect(await transactions.list(chain, sender, all)).toEqual([...records].reverse());
      for (const record of records)
        expect(await transactions.find(chain, record.txnHash)).toEqual(record);
    },
  );

  it('lists records before a node knows them, and finds them only for those who may see them', async () => {
    for (const status of ['RECEIVED', 'ACCEPTED_ON_L2'] as const) {
      const { transactions } = await filledRecords(1, { status, known: false });
      const { txnHash } = storedRecord(0);
      expect(await transactions.find(chain, txnHash, (of) => of === sender)).toBeDefined();
      expect(await transactions.find(chain, txnHash, (of) => of !== sender)).toBeUndefined();
      expect(await transactions.list(chain, sender, all)).toMatchObject([{ txnHash }]);
      expect(await transactions.open()).toHaveLength(status === 'RECEIVED' ? 1 : 0);
    }
  });

  it('cuts the list at the limit and at the given time', async () => {
    const { transactions, records } = await filledRecords(45);
    const few = await transactions.list(chain, sender, { ...all, limit: 25 });
    expect(hashesOf(few)).toEqual(newestFirst(records).slice(0, 25));
    const since = records[22]?.timestamp ?? 0;
    const young = await transactions.list(chain, sender, { ...all, since });
    expect(hashesOf(young)).toEqual(newestFirst(records.slice(22)));
  });

  it('filters by the caller’s choice over all pages', async () => {
    const { transactions, records } = await filledRecords(45);
    const isWanted = ({ nonce }: StoredTransaction) => BigInt(nonce) % 10n === 0n;
    const chosen = await transactions.list(chain, sender, { ...all, limit: 4, isWanted });
    expect(hashesOf(chosen)).toEqual(newestFirst(records.filter(isWanted)).slice(0, 4));
  });

  it('reads no page in vain', async () => {
    const memory = await filledRecords(60);
    const list = (limit: number, since = 0) =>
      memory.measure(() => reopened(memory).list(chain, sender, { ...all, limit, since }));
    // The version, what moves, the number of the newest page, and pages.
    expect((await list(10)).reads).toBe(4);
    expect((await list(20)).reads).toBe(4);
    expect((await list(21)).reads).toBe(5);
    expect((await list(50, storedRecord(55).timestamp)).reads).toBe(4);
  });

  it('separates accounts and networks', async () => {
    const { transactions } = await filledRecords(1);
    const theirs = { senderAddress: `0x${'f'.padStart(64, '0')}` };
    await transactions.add(storedRecord(1, theirs));
    await transactions.add(storedRecord(2, { chainId: chainIds.mainnet }));
    expect(await transactions.list(chain, sender, all)).toHaveLength(1);
    expect(await transactions.list(chain, theirs.senderAddress, all)).toHaveLength(1);
    expect(await transactions.list(chainIds.mainnet, sender, all)).toHaveLength(1);
    expect(await transactions.find(chainIds.mainnet, storedRecord(0).txnHash)).toBeUndefined();
  });

  it('keeps one record if the same bytes settle again, as the newer says', async () => {
    const { transactions } = await filledRecords(0);
    const records = [0, 1, 2].map((index) => storedRecord(index, final));
    await transactions.add(...records);
    const again = storedRecord(1, { ...final, failureReason: 'Reverted' });
    await transactions.add(again);
    expect(hashesOf(await transactions.list(chain, sender, all))).toEqual(newestFirst(records));
    expect(await transactions.find(chain, again.txnHash)).toEqual(again);
  });

  it('finds a record by any spelling of its hash', async () => {
    const { transactions, records } = await filledRecords(1);
    const changed = await transactions.change(chain, records[0]?.txnHash ?? '', (record) => record);
    expect(changed).toEqual(records[0]);
  });

  it('returns the newest twenty as recent, across the border of a page', async () => {
    for (const count of [5, 20, 21, 39, 40, 41]) {
      const { transactions, records } = await filledRecords(count);
      const recent = await transactions.recent(chain, sender);
      expect(hashesOf(recent)).toEqual(newestFirst(records).slice(0, 20));
    }
  });

  it('returns the latest sent ones of all accounts, whether settled or not', async () => {
    const { transactions, records } = await filledRecords(22, final);
    const other = '0x777';
    const late = (number: number, more: Partial<StoredTransaction>) =>
      storedRecord(number, { timestamp: 2_000_000_000 + number, ...more });
    const open = late(901, { senderAddress: other, status: 'RECEIVED' });
    const refused = late(900, { status: 'REJECTED' });
    await transactions.add(refused, open, late(902, { known: false, given: true }));
    const newest = [open, refused, ...[...records].reverse()].slice(0, 5);
    expect(await transactions.latest(chain)).toEqual(newest);
    expect(await transactions.latest(chainIds.mainnet)).toEqual([]);
    await transactions.change(chain, open.txnHash, (record) => ({ ...record, ...final }));
    expect((await transactions.latest(chain))[0]).toMatchObject(final);
    expect(hashesOf(await transactions.latest(chain))).toEqual(hashesOf(newest));
  });

  // @promise P9.2
  it('returns as recent what may still be executed, however many came after it', async () => {
    const { transactions } = await filledRecords(0);
    const timestamp = 1_700_000_000;
    const living = [
      storedRecord(900, { timestamp, status: 'REJECTED' }),
      storedRecord(901, { timestamp, known: false }),
      storedRecord(902, { timestamp, known: false, given: true }),
    ];
    for (const record of living) await transactions.add(record);
    const stale = storedRecord(3, { status: 'REJECTED' });
    await transactions.add({ ...stale, txnHash: '0x57a1e' });
    for (let number = 0; number < 60; number++) {
      await transactions.add(storedRecord(number));
      await transactions.change(chain, storedRecord(number).txnHash, (record) => ({
        ...record,
        ...final,
      }));
    }
    const recent = await transactions.recent(chain, sender);
    expect(hashesOf(recent.slice(20)).sort()).toEqual(hashesOf(living).sort());
  });

  it('keeps all of many records added at once', async () => {
    const { transactions, storage } = await filledRecords(0);
    const records = Array.from({ length: 45 }, (_, index) => storedRecord(index));
    await Promise.all(records.map((record) => transactions.add(record)));
    const again = reopened({ storage });
    expect(hashesOf(await again.list(chain, sender, all)).sort()).toEqual(hashesOf(records).sort());
    expect(hashesOf(await again.open()).sort()).toEqual(hashesOf(records).sort());
  });

  it('uses keys of which none is the prefix of another', async () => {
    const { parts } = await filledRecords(25, {});
    const keys = [...parts.plain.keys()];
    expect(keys.filter((key) => keys.some((longer) => longer.startsWith(`${key}.`)))).toEqual([]);
  });
});

describe('a record of the same hash', () => {
  it('keeps the old place, with the newer facts', async () => {
    const { transactions, records } = await filledRecords(25, { status: 'REJECTED' });
    const again = storedRecord(3, { timestamp: 1_900_000_000 });
    await transactions.add(again);
    const listed = await transactions.list(chain, sender, all);
    expect(hashesOf(listed).sort()).toEqual(hashesOf(records).sort());
    expect(await transactions.find(chain, again.txnHash)).toEqual(again);
    expect(hashesOf(await transactions.open())).toEqual([again.txnHash]);
  });

  it('sorts a record by its newer time within a page', async () => {
    const { transactions } = await filledRecords(3, { status: 'REJECTED' });
    await transactions.add(storedRecord(0, { timestamp: 1_900_000_000 }));
    const listed = await transactions.list(chain, sender, all);
    expect(hashesOf(listed)).toEqual(hashesOf([0, 2, 1].map((number) => storedRecord(number))));
  });
});

describe('the list of open records', () => {
  it('holds what still moves, once', async () => {
    const { transactions, records } = await filledRecords(3, {});
    const [first, second] = records;
    if (!first || !second) throw new Error('There are three.');
    expect(await transactions.open()).toEqual(records);
    const pending = { ...first, status: 'PENDING' } as const;
    await transactions.change(chain, first.txnHash, () => pending);
    expect(await transactions.open()).toHaveLength(3);
    await transactions.change(chain, first.txnHash, () => ({ ...first, ...final }));
    await transactions.change(chain, second.txnHash, () => ({ ...second, status: 'REJECTED' }));
    expect(hashesOf(await transactions.open())).toEqual([records[2]?.txnHash]);
  });

  it('lists a rejected record again when it reopens', async () => {
    const { transactions, records } = await filledRecords(1, { status: 'REJECTED' });
    await transactions.change(chain, records[0]?.txnHash ?? '', (record) => ({
      ...record,
      status: 'PENDING',
    }));
    expect(hashesOf(await transactions.open())).toEqual(hashesOf(records));
  });
});

describe('a change', () => {
  it('returns undefined for an unknown record, and writes nothing', async () => {
    const { transactions, measure } = await filledRecords(1);
    const { writes } = await measure(async () =>
      expect(await transactions.change(chain, '0x123', (record) => record)).toBeUndefined(),
    );
    expect(writes).toBe(0);
  });

  it('applies both of two simultaneous changes to what is stored', async () => {
    const { transactions, records } = await filledRecords(1, {});
    const hash = records[0]?.txnHash ?? '';
    await Promise.all([
      transactions.change(chain, hash, (record) => ({ ...record, known: false })),
      transactions.change(chain, hash, (record) => ({ ...record, status: 'PENDING' })),
    ]);
    expect(await transactions.find(chain, hash)).toMatchObject({ known: false, status: 'PENDING' });
  });
});

describe('any sequence of additions, changes and restarts', () => {
  type Step = { add: number } | { settle: number } | { restart: true };
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ add: fc.nat(60) }) },
    { weight: 3, arbitrary: fc.record({ settle: fc.nat(60) }) },
    { weight: 1, arbitrary: fc.constant({ restart: true } as const) },
  );

  it('keeps what a plain list would keep', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const memory = memoryStorage();
        let transactions = reopened(memory);
        const model: StoredTransaction[] = [];
        for (const each of steps) {
          if ('restart' in each) transactions = reopened(memory);
          const settledNumber = 'settle' in each ? each.settle : -1;
          const number = 'add' in each ? each.add : settledNumber;
          const at = model.findIndex(({ txnHash }) => txnHash === storedRecord(number).txnHash);
          const known = model[at];
          if ('add' in each) {
            // Sent one after the other; one that is sent again keeps its time here.
            const record = storedRecord(number, {
              timestamp: known?.timestamp ?? 1_800_000_000 + model.length,
            });
            await transactions.add(record);
            if (known) model[at] = record;
            else model.push(record);
          } else if ('settle' in each) {
            const hash = storedRecord(number).txnHash;
            await transactions.change(chain, hash, (record) => ({ ...record, ...final }));
            if (known) model[at] = { ...known, ...final };
          }
        }
        expect(await transactions.list(chain, sender, all)).toEqual([...model].reverse());
        const moving = model.filter(({ status }) => status === 'RECEIVED');
        expect(hashesOf(await transactions.open()).sort()).toEqual(hashesOf(moving).sort());
      }),
      { numRuns: 40 },
    );
  });
});
