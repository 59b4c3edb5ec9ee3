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
