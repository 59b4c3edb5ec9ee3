import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aboutMethod, openMethods } from './methods';
import { findWrongParam } from './params';

const hash = `0x${'ab'.repeat(32)}`;
const withBlock = openMethods.filter((method) => aboutMethod(method).blockAt !== undefined);
const paramsOf = (method: string, block: unknown): unknown[] => {
  const { [method]: params = ['0x1', '0x1', '0x1'] }: Record<string, unknown[]> = {
    eth_getBlockByNumber: ['0x1', true],
    eth_getProof: [`0x${'12'.repeat(20)}`, [], '0x1'],
  };
  params[aboutMethod(method).blockAt ?? 0] = block;
  return params;
};
const good = [
  'latest',
  'earliest',
  'pending',
  'safe',
  'finalized',
  '0x0',
  '0x1F',
  '0xffffffffffffffff',
];

describe('findWrongParam', () => {
  it.each(withBlock)('takes the blocks that every node takes: %s', (method) => {
    for (const block of [...good, null, undefined]) {
      expect(findWrongParam({ method, params: paramsOf(method, block) })).toBeUndefined();
    }
    const named = [hash, { blockHash: hash }, { blockNumber: '0x1' }, { blockNumber: 'latest' }];
    const wrong = named.filter((block) =>
      findWrongParam({ method, params: paramsOf(method, block) }),
    );
    expect(wrong).toEqual(aboutMethod(method).takesHash ? [] : named);
  });

  // @promise P30.1
  it('leaves no other spelling of a block to the node', () => {
    const odd = fc.oneof(
      fc.constantFrom(
        '1',
        1,
        [1],
        ['1'],
        ['0x01'],
        '0x01',
        '0x010',
        0x010,
        '0x',
        '',
        'Latest',
        '0X1',
        '-0x1',
        ' 0x1',
        true,
        {},
        { blockHash: hash, blockNumber: '0x1' },
        { blockHash: hash, blockNumber: null },
        { blockHash: '0x12' },
      ),
      fc.string(),
      fc.integer(),
      fc.string().map((text) => `0x0${text}`),
      fc.array(fc.constantFrom(...good)),
      fc.object(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...withBlock), odd, (method, block) => {
        fc.pre(!good.includes(block as string) && block !== '0x0');
        const { blockAt } = aboutMethod(method);
        const told = findWrongParam({ method, params: paramsOf(method, block) });
        expect(told).toBe(`invalid argument ${blockAt}: no block number or tag`);
      }),
    );
  });

  // @promise P30.1
  it('leaves nothing but a hash to the node if the method asks for one', () => {
    const byHash = openMethods.filter((method) => /ByHash|ByBlockHash|Receipt$/.test(method));
    expect(byHash).toHaveLength(7);
    const odd = fc.oneof(
      fc.constantFrom('0x1', 'latest', [hash], { blockHash: hash }, `${hash}0`, hash.slice(2), 1),
      fc.string(),
      fc.object(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...byHash), odd, (method, param) => {
        const second = method === 'eth_getBlockByHash' ? false : '0x0';
        expect(findWrongParam({ method, params: [param, second] })).toBe(
          'invalid argument 0: no hash',
        );
        expect(findWrongParam({ method, params: [hash, second] })).toBeUndefined();
      }),
    );
  });

  // @promise P30.1
  it('leaves only addresses, topics, storage keys and flags to the node that are spelled plainly', () => {
    const address = `0x${'Ab'.repeat(20)}`;
    const odd: [string, unknown[]][] = [
      ['eth_getProof', [address.slice(2), [], 'latest']],
      ['eth_getProof', ['1'.repeat(40), [], 'latest']],
      ['eth_getProof', [address, ['10'], 'latest']],
      ['eth_getProof', [address, '0x10', 'latest']],
      ['eth_getProof', [address, [16], 'latest']],
      ['eth_getLogs', [{ address: address.slice(2) }]],
      ['eth_getLogs', [{ address: [address, 'x'] }]],
      ['eth_getLogs', [{ topics: [hash.slice(2)] }]],
      ['eth_getLogs', [{ topics: hash }]],
      ['eth_getLogs', [{ topics: [[hash, '0x1']] }]],
      ['eth_getLogs', [{ topics: Array(5).fill(null) }]],
      ['eth_getLogs', [{ address, Address: hash }]],
      ['eth_getLogs', [{ addreſs: hash }]],
      ['eth_getBlockReceipts', [{ blockNumber: '0x1', blocKnumber: '0x2' }]],
      ['eth_getBlockByNumber', ['0x1', 'true']],
      ['eth_getBlockByHash', [hash, 1]],
    ];
    for (const [method, params] of odd)
      expect(findWrongParam({ method, params })).toMatch(/^invalid argument \d: no /);
    const plain: [string, unknown[]][] = [
      ['eth_getProof', [address, ['0x10', hash]]],
      ['eth_getLogs', [{ address, topics: [null, hash, [hash, null], []] }]],
      ['eth_getLogs', [{ address: [], topics: null }]],
      ['eth_getBlockByNumber', ['0x1', null]],
      ['eth_getBlockByHash', [hash]],
    ];
    for (const [method, params] of plain)
      expect(findWrongParam({ method, params })).toBeUndefined();
  });

  it('checks the bounds of logs and the place in a block', () => {
    const logs = (filter: unknown) => findWrongParam({ method: 'eth_getLogs', params: [filter] });
    for (const filter of [{}, null, { fromBlock: '0x1', toBlock: 'latest' }, { blockHash: hash }]) {
      expect(logs(filter)).toBeUndefined();
    }
    const two = { blockHash: hash, fromBlock: '0x1' };
    for (const filter of [{ fromBlock: '0x01' }, { toBlock: 5 }, { fromBlock: hash }, two]) {
      expect(logs(filter)).toContain('argument 0');
    }
    const method = 'eth_getTransactionByBlockHashAndIndex';
    expect(findWrongParam({ method, params: [hash, '0x0'] })).toBeUndefined();
    expect(findWrongParam({ method, params: [hash, '0x00'] })).toContain('argument 1');
  });
});
