import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../test/wallet/memoryStorage';
import { reopened, sender, storedRecord } from '../../test/wallet/records';
import { chainIds } from '../schema/primitives';
import { packJournal } from './transactions';

const chain = chainIds.sepolia;
const PAGE = 20;

/** A history of settled records, put where adding them one after the other would put them. */
function history(count: number) {
  const memory = memoryStorage();
  const settled = { status: 'ACCEPTED_ON_L2', nonce: '0x1' } as const;
  const records = Array.from({ length: count }, (_, at) => storedRecord(at, settled));
  for (const [key, value] of [...packJournal(records), ['version', 1] as const])
    memory.parts.plain.set(key, JSON.stringify(value));
  return memory;
}

describe('the cost of a request in state', () => {
  const few = 45;
  const many = 10_005;
  /**
   * Numbers of pages have more digits in a long history, and some more hashes share a place; nothing
   * else may be longer.
   */
  const DIGITS = 48;

  const added = storedRecord(20_000, { nonce: '0x1' });
  const tasks = {
    'adding a record': (of: ReturnType<typeof reopened>) => of.add(added),
    'reading what the nonce depends on': (of) => of.recent(chain, sender),
    'listing the newest ten': (of) =>
      of.list(chain, sender, { limit: 10, since: 0, isWanted: () => true }),
    'finding the newest record': (of, newest) => of.find(chain, storedRecord(newest).txnHash),
    'moving the newest record': (of, newest) =>
      of.change(chain, storedRecord(newest).txnHash, (record) => ({ ...record, known: false })),
    'asking what is open': (of) => of.open(),
  } satisfies Record<string, (of: ReturnType<typeof reopened>, newest: number) => Promise<unknown>>;

  it.each(Object.entries(tasks))('does not grow with the history: %s', async (_name, task) => {
    const cost = async (count: number) => {
      const memory = history(count);
      return memory.measure(() => task(reopened(memory), count - 1));
    };
    const [short, long] = [await cost(few), await cost(many)];
    expect({ reads: long.reads, writes: long.writes }).toEqual({
      reads: short.reads,
      writes: short.writes,
    });
    expect(Math.abs(long.bytes - short.bytes)).toBeLessThanOrEqual(DIGITS);
  });

  it('reads at most two pages, and nothing without any history', async () => {
    const pageBytes = JSON.stringify(
      Array.from({ length: PAGE }, (_, at) => storedRecord(at)),
    ).length;
    const memory = history(many);
    const { bytes } = await memory.measure(() => reopened(memory).recent(chain, sender));
    expect(bytes).toBeLessThan(2.1 * pageBytes);
    const none = history(0);
    const first = await none.measure(() => reopened(none).recent(chain, sender));
    expect(first.bytes).toBeLessThan(20);
  });
});
