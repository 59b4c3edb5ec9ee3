import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  getHash,
  type Outside,
  openHistory,
  SECOND,
  startOutside,
} from '../../../test/chain/openHistory';
import { storedRecord } from '../../../test/wallet/records';
import { chainIds } from '../../schema/primitives';

let outside: Outside;
beforeEach(async () => {
  outside = await startOutside();
});
afterEach(() => outside.stop());
const open = (options = {}) => openHistory(outside, options);

/** Records of a page in state. */
const PAGE = 20;

describe('ten thousand records', () => {
  const cost = async (opened: Awaited<ReturnType<typeof open>>, params: object) => {
    const before = { ...opened.traffic };
    const records = await opened.list(params);
    return {
      records: records.length,
      read: opened.traffic.read - before.read,
      written: opened.traffic.written - before.written,
    };
  };
  /** A journal of settled records, as adding them one after the other leaves it. */
  const filled = async (count: number) => {
    const opened = await open();
    const own = { senderAddress: opened.address, status: 'ACCEPTED_ON_L2', nonce: '0x1' } as const;
    const pages: Record<string, unknown> = { newest: Math.ceil(count / PAGE) - 1 };
    const places: Record<string, unknown> = {};
    for (let at = 0; at < count; at++) {
      const record = storedRecord(10_000 - count + at, own);
      const page = Math.floor(at / PAGE);
      pages[`page${page}`] = [...((pages[`page${page}`] as unknown[]) ?? []), record];
      places[record.txnHash] = { senderAddress: opened.address, page };
    }
    opened.state.plain.records = { [chainIds.sepolia]: { [opened.address]: pages } };
    opened.state.plain.recordPlaces = { [chainIds.sepolia]: places };
    return opened;
  };

  it('reads a page of 10,000 journal records at the cost of 60', async () => {
    const [few, many] = [await filled(60), await filled(10_000)];
    for (const params of [{}, { pageSize: 50 }, { onlyFromState: true }]) {
      await few.list(params);
      await many.list(params);
      const [little, much] = [await cost(few, params), await cost(many, params)];
      // The number of the newest page has more digits.
      expect(much).toEqual({ ...little, read: expect.any(Number) });
      expect(much.read - little.read).toBeLessThanOrEqual(2);
    }
    const deep = { cursor: { txnHash: getHash(9_960), timestamp: SECOND + 9_960 } };
    const [little, much] = [await cost(few, deep), await cost(many, deep)];
    expect(much).toEqual({ ...little, read: expect.any(Number) });
    expect(much.read - little.read).toBeLessThanOrEqual(6);
  });

  it('reads a page of 10,000 chain records at the cost of 10', async () => {
    const [few, many] = [await open(), await open()];
    const record = (number: number) => {
      const { nonce: _nonce, known: _known, ...rest } = storedRecord(number);
      return { ...rest, status: 'ACCEPTED_ON_L2' as const, timestamp: SECOND - 400 * number };
    };
    const fill = ({ module, address }: typeof few, count: number) =>
      module.found.add(
        chainIds.sepolia,
        address,
        Array.from({ length: count }, (_, at) => record(at)),
      );
    await fill(few, 10);
    await fill(many, 10_000);
    await few.list();
    await many.list();
    const [little, much] = [await cost(few, {}), await cost(many, {})];
    expect(much.records).toBe(little.records);
    // A bit for each of the buckets of some weeks, and what else lies in the last bucket.
    expect(much.read - little.read).toBeLessThan(7_000);
    expect(much.written).toBe(little.written);
  }, 60_000);
});
