import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { routingNode } from '../../test/routingNode';
import { type Disposal, dispose, rpc, testService } from '../../test/testService';
import { checkIdentity } from './identity';
import { ownResults } from './ownResults';
import { shapeResult } from './shape';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const hash = `0x${'ab'.repeat(32)}`;
const quantities = [
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_estimateGas',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getTransactionCount',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
];
const shape = (method: string, result: unknown) => shapeResult({ method, params: [] }, result, 1n);
const nonsense = expect.objectContaining({ kind: 'nonsense' });

describe('a number that a node tells', () => {
  // @promise P30.1
  it('comes in one spelling, whatever the node and the method', () => {
    const spelled = fc.bigInt(0n, 2n ** 256n - 1n).chain((number) => {
      const hex = number.toString(16);
      const zeros = fc.nat(64 - hex.length).map((count) => `0x${'0'.repeat(count)}${hex}`);
      const safe = number <= 2n ** 53n - 1n ? [fc.constant(Number(number))] : [];
      return fc.tuple(fc.constant(`0x${hex}`), fc.oneof(zeros, ...safe));
    });
    fc.assert(
      fc.property(fc.constantFrom(...quantities), spelled, (method, [expected, told]) => {
        expect(shape(method, told)).toBe(expected);
      }),
    );
  });

  // @promise P30.1
  it('fails in any other form', () => {
    const odd = fc.oneof(
      fc.constantFrom(['1'], [1], ['0x01'], ['0x1'], '1', '0x', '', -1, 1.5, true, {}, 'latest'),
      fc.array(fc.anything()),
      fc.object(),
      fc.string().filter((text) => !/^0x/i.test(text)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...quantities), odd, (method, told) => {
        expect(() => shape(method, told)).toThrow(nonsense);
      }),
    );
  });

  it('comes from the next node if one tells none', async () => {
    for (const wrong of [['1'], [1], ['0x01'], '1']) {
      const answering = (result: unknown) => ({
        told: ({ method }: { method: string }) =>
          method === 'eth_gasPrice' ? { result } : undefined,
      });
      const [first, next] = [
        await routingNode(undo, answering(wrong)),
        await routingNode(undo, answering('0x010')),
      ];
      const service = await testService(undo, { eth: [first.url, next.url] });
      const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
      const { body } = await rpc(service.url, key, 'eth_gasPrice');
      expect(body).toMatchObject({ result: '0x10' });
    }
  });
});

const log = (index: number, more: object = {}) => ({
  address: `0x${'11'.repeat(20)}`,
  topics: [hash],
  data: '0x',
  blockHash: hash,
  blockNumber: '0x10',
  transactionHash: hash,
  transactionIndex: '0x0',
  logIndex: `0x${index.toString(16)}`,
  removed: false,
  ...more,
});

describe('a list that a node tells', () => {
  const check = (method: string, params: unknown[], result: unknown) => () => {
    shape(method, result);
    checkIdentity({ method, params }, result);
  };

  // @promise P30.1
  it('fails as a list of logs if a part of it is none', () => {
    for (const wrong of ['0x', {}, [null], ['0x1'], [{}], [{ ...log(0), topics: undefined }]])
      expect(check('eth_getLogs', [{}], wrong)).toThrow(nonsense);
    const pending = { blockHash: null, blockNumber: null, logIndex: null, removed: undefined };
    expect(shape('eth_getLogs', null)).toEqual([]);
    for (const right of [[], [log(0), log(3)], [log(0, pending), log(0, pending)]])
      expect(check('eth_getLogs', [{}], right)).not.toThrow();
  });

  // @promise P30.1
  it('contains each log once and in order, and a receipt all of its transaction', () => {
    const orders = fc.uniqueArray(fc.nat(50), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(orders, (indexes) => {
        const sorted = [...indexes].sort((a, b) => a - b);
        const list = (all: readonly number[]) =>
          check(
            'eth_getLogs',
            [{}],
            all.map((at) => log(at)),
          );
        expect(list(sorted)).not.toThrow();
        expect(list([...sorted].reverse())).toThrow(nonsense);
        expect(list(sorted.flatMap((at) => [at, at]))).toThrow(nonsense);
        const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
        const isWhole = last - first === sorted.length - 1;
        const receipt = { transactionHash: hash, logs: sorted.map((at) => log(at)) };
        const ofReceipt = () =>
          checkIdentity({ method: 'eth_getTransactionReceipt', params: [hash] }, receipt);
        if (isWhole) expect(ofReceipt).not.toThrow();
        else expect(ofReceipt).toThrow(nonsense);
      }),
    );
    const foreign = {
      transactionHash: hash,
      logs: [log(0, { transactionHash: hash.replace('a', 'c') })],
    };
    expect(() =>
      checkIdentity({ method: 'eth_getTransactionReceipt', params: [hash] }, foreign),
    ).toThrow(nonsense);
  });

  it('fails as a transaction, a receipt or an uncle if it is none', () => {
    for (const method of Object.keys(ownResults).filter((name) =>
      /Receipt|AndIndex|ByHash$/.test(name),
    ))
      for (const wrong of ['0x', [], {}, { hash }, [{ hash }]])
        expect(() => shape(method, wrong)).toThrow(nonsense);
  });
});
