import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Call } from './call';
import { createReadReply } from './replies';

/** The reply of a recorded exchange of ethereum/execution-apis (CC0). */
const file = '../../../test/vectors/execution-apis/eth_getBlockByNumber/get-block-merge-fork.io';
const line = readFileSync(join(__dirname, file), 'utf8').split('\n<< ')[1]?.split('\n')[0] ?? '';
const { result } = JSON.parse(line) as { result: { logsBloom: string; miner: string } };
const text = (id: number, of: object = result): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result: of });
const call = (id: number, block = '0x24') => ({
  id,
  method: 'eth_getBlockByNumber',
  params: [block, false],
});

/** A node without an address to hide. */
const createRead = () => {
  const read = createReadReply();
  return (asked: Call, id: number, told: string, chainId: bigint): string =>
    read(asked, id, told, chainId, (unchanged) => unchanged).text;
};
type Read = ReturnType<typeof createRead>;

/** A result is cached when it is read a second time. */
const readTwice = (read: Read, ...asked: Parameters<Read>): string => {
  read(...asked);
  return read(...asked);
};

describe('a reply', () => {
  it.each(['"id":5', '"id":1', '"result":null', '"error":null'])(
    'carries the id of the caller alone, whatever follows the result: %s',
    (more) => {
      const read = createRead();
      const odd = `${text(5).slice(0, -1)},${more}}`;
      const replies = [1, 2, 3].map(() => {
        try {
          return JSON.parse(read(call(7), 5, odd, 5n)) as object;
        } catch (error) {
          return (error as { kind: unknown }).kind;
        }
      });
      expect(replies).toEqual(
        Array(3).fill(more === '"id":1' ? 'upstream' : expect.objectContaining({ id: 7 })),
      );
    },
  );
});

describe('a result that was checked before', () => {
  it('returns the same result to each caller, under its own id', () => {
    const read = createRead();
    expect(readTwice(read, call(1), 1, text(1), 1n)).toContain('"totalDifficulty"');
    const first = JSON.parse(read(call(1), 1, text(1), 1n)) as object;
    const second = JSON.parse(read(call(2), 2, text(2), 1n)) as object;
    expect(second).toEqual({ ...first, id: 2 });
  });

  // @promise P25.1
  it('replaces no other result that begins and ends like it', () => {
    const read = createRead();
    readTwice(read, call(1), 1, text(1), 1n);
    const wrong = { ...result, logsBloom: result.logsBloom.replace(/.$/, 'g') };
    expect(text(1, wrong)).toHaveLength(text(1).length);
    expect(() => read(call(1), 1, text(1, wrong), 1n)).toThrow('logsBloom');
    const other = { ...result, logsBloom: result.logsBloom.replace(/.$/, 'f') };
    const reply = JSON.parse(read(call(1), 1, text(1, other), 1n)) as object;
    expect(reply).toMatchObject({ result: other });
  });

  // @promise P25.1
  it('separates the result that was asked for as pending', () => {
    const read = createRead();
    expect(JSON.parse(readTwice(read, call(1), 1, text(1), 1n))).toMatchObject({ result });
    const pending = JSON.parse(read(call(1, 'pending'), 1, text(1), 1n)) as object;
    expect(pending).toMatchObject({ result: { hash: null, miner: result.miner, logsBloom: null } });
  });

  it('forgets a result for newer ones, and checks it again', () => {
    const read = createRead();
    const big = { ...result, extraData: `0x${'00'.repeat(200_000)}` };
    const replies = Array.from({ length: 40 }, (_, index) => ({
      ...big,
      number: `0x${(index + 256).toString(16)}`,
    }));
    for (const each of [...replies, ...replies]) {
      const asked = call(1, each.number);
      expect(readTwice(read, asked, 1, text(1, each), 5n)).toBe(text(1, each));
      expect(read(asked, 1, text(1, each), 5n)).toBe(text(1, each));
    }
  });
});
