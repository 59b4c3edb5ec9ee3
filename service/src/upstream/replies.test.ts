import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Call } from './call';
import { readReply } from './replies';

/** The reply of a recorded exchange of ethereum/execution-apis (CC0). */
const file = '../../../test/vectors/execution-apis/eth_getBlockByNumber/get-block-merge-fork.io';
const line = readFileSync(join(__dirname, file), 'utf8').split('\n<< ')[1]?.split('\n')[0] ?? '';
const { result } = JSON.parse(line) as {
  result: { logsBloom: string; miner: string; totalDifficulty: string };
};
const text = (id: number, of: object = result): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result: of });
const call = (id: number, block = '0x24') => ({
  id,
  method: 'eth_getBlockByNumber',
  params: [block, false],
});

/** Of a node without an address to hide. */
const read = (asked: Call, id: number, told: string): string =>
  readReply(asked, id, told, 1n, (unchanged) => unchanged).text;

describe('readReply', () => {
  it('answers under the id of the caller alone, if an empty error follows the result', () => {
    const odd = `${text(5).slice(0, -1)},"error":null}`;
    expect(JSON.parse(read(call(7), 5, odd))).toMatchObject({ id: 7 });
  });

  it.each([
    '"id":5',
    '"id":1',
    '"result":null',
    '"result":{}',
    '"re\\u0073ult":null',
    '"jsonrpc":"2.0"',
  ])('rejects a reply with two members of one name: %s', (more) => {
    const whole = text(5).slice(1, -1);
    for (const odd of [`{${whole},${more}}`, `{${more},${whole}}`]) {
      expect(() => read(call(7), 5, odd)).toThrow('no JSON-RPC reply');
    }
  });

  it('passes on a reply of the same names inside its result, and rejects one nested without end', () => {
    const request = { id: 7, method: 'eth_call', params: [] };
    const nested = (levels: number) => `${'['.repeat(levels)}"\\"]"${']'.repeat(levels)}`;
    const reply = (inner: string) => [
      `{"jsonrpc":"2.0","id":5,"result":${inner}}`,
      `{"result":${inner},"id":5,"jsonrpc":"2.0"}`,
    ];
    for (const odd of reply(
      '{"id":1,"result":{"result":"\\"id\\":1,"},"id2":[{"id":1},{"id":1}]}',
    )) {
      expect(JSON.parse(read(request, 5, odd))).toMatchObject({ id: 7, result: { id: 1 } });
    }
    for (const deep of reply(nested(100_000))) {
      expect(() => read(request, 5, deep)).toThrow('no JSON-RPC reply');
    }
    for (const deep of reply(nested(4_000))) {
      expect(read(request, 5, deep)).toContain(nested(4_000));
    }
  });

  it('passes a result on as its text stands, under the id of the caller', () => {
    const rest = '"result":{ "hash": "0x1", "value": 1.50 }}';
    const request = { id: 7, method: 'eth_call', params: [] };
    expect(read(request, 5, `{"jsonrpc":"2.0","id":5,${rest}`)).toBe(
      `{"jsonrpc":"2.0","id":7,${rest}`,
    );
  });

  it('adds what the specification names and the node leaves out', () => {
    const { totalDifficulty: _left, ...without } = result;
    expect(JSON.parse(read(call(7), 5, text(5, without)))).toMatchObject({
      id: 7,
      result: { totalDifficulty: expect.stringMatching(/^0x/) },
    });
  });

  // @promise P25.1
  it('rejects a wrong result at each reading, also after a right one that is alike', () => {
    read(call(1), 1, text(1));
    const wrong = { ...result, logsBloom: result.logsBloom.replace(/.$/, 'g') };
    expect(text(1, wrong)).toHaveLength(text(1).length);
    expect(() => read(call(1), 1, text(1, wrong))).toThrow('logsBloom');
  });

  // @promise P25.1
  it('reads a block that was asked for as pending in the form of a pending one', () => {
    expect(JSON.parse(read(call(1), 1, text(1)))).toMatchObject({ result });
    const pending = JSON.parse(read(call(1, 'pending'), 1, text(1))) as object;
    expect(pending).toMatchObject({ result: { hash: null, miner: result.miner, logsBloom: null } });
  });
});
