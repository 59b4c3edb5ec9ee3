import { afterAll, describe, expect, it } from '@jest/globals';
import { type Disposal, dispose, fakeNode, rpc, testService } from '../../../test/testService';

const undo: Disposal = [];
afterAll(() => dispose(undo));

describe('the block of eth_getBlockReceipts', () => {
  // @row eth_getBlockReceipts.decimal
  it('sends the block in hexadecimal, whatever number or tag was given', async () => {
    const asked: unknown[] = [];
    const eth = await fakeNode(undo, ({ params }) => {
      asked.push(...(params as unknown[]));
      // The node receives nothing else that describes the block.
      return null;
    });
    const service = await testService(undo, { eth: [eth] });
    const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
    const blocks = [
      '0xa',
      '10',
      10,
      '0',
      0,
      '18446744073709551615',
      'latest',
      'pending',
      'earliest',
      'safe',
      'finalized',
    ];
    for (const block of blocks) {
      const { body } = await rpc(service.url, key, 'eth_getBlockReceipts', [block]);
      expect([block, body]).toEqual([block, { jsonrpc: '2.0', id: 1, result: null }]);
    }
    expect(asked).toEqual([
      '0xa',
      '0xa',
      '0xa',
      '0x0',
      '0x0',
      '0xffffffffffffffff',
      'latest',
      'latest',
      'earliest',
      'safe',
      'finalized',
    ]);
  });
});

it.each([
  ['eth_getBlockByNumber', [['1'], false]],
  ['eth_getBlockByNumber', [[1], false]],
  ['eth_getBlockByNumber', [['0x01'], false]],
  ['eth_getBlockByNumber', ['0x010', false]],
  ['eth_getBalance', [`0x${'11'.repeat(20)}`, '0x01']],
])(
  'answers a malformed block itself, whatever the node would say: %s %j',
  async (method, params) => {
    const asked: string[] = [];
    const eth = await fakeNode(undo, (call) => {
      asked.push(call.method);
      return '0x1';
    });
    const service = await testService(undo, { eth: [eth] });
    const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
    const { status, body, headers } = await rpc(service.url, key, method, params);
    const error = { code: -32602, message: expect.stringContaining('invalid argument') };
    expect([status, body]).toEqual([200, { jsonrpc: '2.0', id: 1, error }]);
    expect(headers.get('x-credits-used')).toBe('80');
    expect(asked).toEqual([]);
  },
);
