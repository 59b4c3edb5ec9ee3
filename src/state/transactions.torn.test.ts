import { describe, expect, it } from '@jest/globals';
import type { memoryStorage, Tear } from '../../test/wallet/memoryStorage';
import { filledRecords, reopened, sender, storedRecord } from '../../test/wallet/records';
import { chainIds } from '../schema/primitives';
import type { StoredTransaction } from '../schema/transaction';
import type { createTransactions } from './transactions';

const chain = chainIds.sepolia;
const all = { limit: 1_000, since: 0, isWanted: () => true };
const hashesOf = (records: readonly { txnHash: string }[]) => records.map(({ txnHash }) => txnHash);
const newestFirst = (records: readonly StoredTransaction[]) => hashesOf([...records].reverse());

describe('a write that is torn', () => {
  const tears = (writes: number): Tear[] =>
    Array.from({ length: writes }, (_, index) => index + 1).flatMap((atWrite) => [
      { atWrite, effect: 'before' as const },
      { atWrite, effect: 'after' as const },
    ]);

  /** Everything that must hold in any state that a killed process may leave. */
  async function expectSound(
    memory: Pick<ReturnType<typeof memoryStorage>, 'storage'>,
    before: readonly StoredTransaction[],
    added: StoredTransaction,
  ) {
    const transactions = reopened(memory);
    const listed = await transactions.list(chain, sender, all);
    const found = await transactions.find(chain, added.txnHash);
    expect([undefined, added]).toContainEqual(found);
    expect(listed).toEqual([...(found ? [found] : []), ...[...before].reverse()]);
    // What the next nonce depends on is never out of sight.
    const recent = await transactions.recent(chain, sender);
    expect(recent).toEqual(listed.slice(0, recent.length));
    expect(recent.length).toBeGreaterThanOrEqual(Math.min(listed.length, 19));
    // What still moves is looked after.
    const open = hashesOf(await transactions.open());
    const moving = listed.filter(({ status }) => status === 'RECEIVED' || status === 'PENDING');
    expect(open).toEqual(expect.arrayContaining(hashesOf(moving)));
    return transactions;
  }

  it.each([0, 1, 19, 20, 21, 40])(
    'leaves no half record when torn beside %i records, and completes at the next try',
    async (count) => {
      const added = storedRecord(count);
      const { writes } = await (async () => {
        const { transactions, measure } = await filledRecords(count);
        return measure(() => transactions.add(added));
      })();
      // The entry before a broadcast is one write: whole, or not there.
      // The very first write notes the version, too.
      expect(writes).toBe(count === 0 ? 2 : 1);
      for (const tear of tears(writes)) {
        const memory = await filledRecords(count);
        memory.tearAt(tear);
        await expect(memory.transactions.add(added)).rejects.toThrow('The storage failed.');
        memory.tearAt(undefined);
        const transactions = await expectSound(memory, memory.records, added);
        await transactions.add(added);
        expect(await transactions.find(chain, added.txnHash)).toEqual(added);
        await expectSound(memory, memory.records, added);
        expect(hashesOf(await transactions.open())).toEqual([added.txnHash]);
        const next = storedRecord(count + 1);
        await transactions.add(next);
        expect(hashesOf(await transactions.list(chain, sender, all))).toEqual(
          newestFirst([...memory.records, added, next]),
        );
      }
    },
  );

  // @promise T31.2
  it.each<[StoredTransaction['status'], StoredTransaction['status'], number]>([
    // A full page, so that a record that settles begins a new one.
    ['RECEIVED', 'ACCEPTED_ON_L2', 20],
    ['RECEIVED', 'REJECTED', 20],
    ['REJECTED', 'PENDING', 20],
    // One that it fills.
    ['RECEIVED', 'ACCEPTED_ON_L2', 19],
    // One that it begins.
    ['RECEIVED', 'ACCEPTED_ON_L2', 0],
  ])('leaves the old or the new record when torn between %s and %s', async (from, to, count) => {
    const filled = async () => {
      const memory = await filledRecords(count);
      const record = storedRecord(count, { status: from });
      await memory.transactions.add(record);
      return { memory, record, moved: { ...record, status: to } };
    };
    const { writes } = await (async () => {
      const { memory, record, moved } = await filled();
      return memory.measure(() => memory.transactions.change(chain, record.txnHash, () => moved));
    })();
    // What was refused lives on until its nonce is used.
    const writesOfSettling = count === 19 ? 4 : 5;
    expect(writes).toBe(to === 'ACCEPTED_ON_L2' ? writesOfSettling : 1);
    for (const tear of tears(writes)) {
      const { memory, record, moved } = await filled();
      const change = (transactions: ReturnType<typeof createTransactions>) =>
        transactions.change(chain, record.txnHash, () => moved);
      memory.tearAt(tear);
      await expect(change(memory.transactions)).rejects.toThrow('The storage failed.');
      memory.tearAt(undefined);
      const transactions = reopened(memory);
      const found = await transactions.find(chain, record.txnHash);
      expect([record, moved]).toContainEqual(found);
      const listed = await transactions.list(chain, sender, all);
      expect(listed).toEqual([found, ...[...memory.records].reverse()]);
      expect(await transactions.recent(chain, sender)).toEqual(listed.slice(0, 20));
      // The next look puts the rest in step.
      await change(transactions);
      expect(await transactions.find(chain, record.txnHash)).toEqual(moved);
      const isOpen = hashesOf(await transactions.open()).includes(record.txnHash);
      expect(isOpen).toBe(to === 'PENDING');
      expect(hashesOf(await transactions.list(chain, sender, all))).toEqual(hashesOf(listed));
      // The next one to settle finds its place, too.
      const next = storedRecord(count + 1, { status: 'ACCEPTED_ON_L2' });
      await transactions.add(next);
      expect(hashesOf(await reopened(memory).list(chain, sender, all))).toEqual(
        hashesOf([next, ...listed]),
      );
    }
  });
});
