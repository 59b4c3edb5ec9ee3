import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type Disposal,
  dispose,
  fakeNode,
  get,
  post,
  testService,
} from '../../../test/testService';
import { toGwei } from './gwei';
import { percentile } from './percentile';

const undo: Disposal = [];
afterEach(() => dispose(undo));

describe('toGwei', () => {
  it('converts exactly', () => {
    expect(toGwei(37_378_956_101n)).toBe('37.378956101');
    expect(toGwei(1_000_000_000n)).toBe('1');
    expect(toGwei(0n)).toBe('0');
    expect(toGwei(1n)).toBe('0.000000001');
    expect(toGwei(10n)).toBe('0.00000001');
    expect(toGwei(2n ** 200n + 5n)).toBe(
      '1606938044258990275541962092341162602522202993782792.835301381',
    );
  });
});

describe('percentile', () => {
  it('returns the smallest value that so many are less than or equal to', () => {
    const fees = [5n, 1n, 4n, 2n, 3n];
    expect(percentile(fees, 50)).toBe(3n);
    expect(percentile([4n, 3n, 2n, 1n], 50)).toBe(2n);
    expect(percentile([4n, 3n, 2n, 1n], 51)).toBe(3n);
    expect(percentile(fees, 90)).toBe(5n);
    expect(percentile([7n], 50)).toBe(7n);
    expect(percentile([], 50)).toBeUndefined();
  });

  it('holds its definition for any values', () => {
    for (let size = 1; size < 60; size += 1) {
      const fees = Array.from({ length: size }, (_, index) => BigInt((index * 7919) % 31));
      for (const percent of [10, 50, 90]) {
        const value = percentile(fees, percent) ?? -1n;
        const upTo = (limit: bigint) => fees.filter((fee) => fee <= limit).length * 100;
        expect(fees).toContain(value);
        expect(upTo(value)).toBeGreaterThanOrEqual(percent * size);
        expect(upTo(value - 1n)).toBeLessThan(percent * size);
      }
    }
  });
});

/** A chain whose block n has the base fee `feeOf(n)`, in wei. */
const startChain = async (feeOf: (block: number) => number, start: number) => {
  const chain = { head: start, asked: [] as number[], feeOf, least: 0 };
  const eth = await fakeNode(undo, ({ method, params }) => {
    const [count] = params as [string];
    if (method !== 'eth_feeHistory') return '0x0';
    const size = Math.min(Math.max(Number(count), chain.least), chain.head + 1);
    chain.asked.push(Number(count));
    const oldest = chain.head + 1 - size;
    const fees = Array.from({ length: size + 1 }, (_, index) => chain.feeOf(oldest + index));
    return {
      oldestBlock: `0x${oldest.toString(16)}`,
      baseFeePerGas: fees.map((fee) => `0x${fee.toString(16)}`),
      // Rewards of blocks beyond the requested count are larger.
      reward: Array.from({ length: size }, (_, index) =>
        index < size - Number(count) ? ['0xf', '0xf', '0xf'] : ['0x1', '0x2', '0x3'],
      ),
    };
  });
  const service = await testService(undo, { eth: [eth], chains: { 1: 'Ethereum Mainnet' } });
  const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
  const ask = async (name: string, chainId = '1') =>
    get(`${service.url}/v3/${key}/networks/${chainId}/${name}`);
  const history = async () => (await ask('baseFeeHistory')).body as string[];
  return { chain, ask, history, service };
};

describe('the base-fee history', () => {
  const wei = (block: number): number => 1_000 + block;

  // @row gas.baseFeeHistory
  it('holds the last 500 blocks, oldest first, and grows block by block', async () => {
    const { chain, history } = await startChain(wei, 1_000);
    const first = await history();
    expect(first).toHaveLength(500);
    expect(first[0]).toBe(toGwei(BigInt(wei(501))));
    expect(first.at(-1)).toBe(toGwei(BigInt(wei(1_000))));
    for (const step of [1, 3, 15]) {
      chain.head += step;
      const next = await history();
      expect(next).toHaveLength(500);
      expect(next[0]).toBe(toGwei(BigInt(wei(chain.head - 499))));
      expect(next.at(-1)).toBe(toGwei(BigInt(wei(chain.head))));
    }
    expect(chain.asked).toEqual([500, 500, 500, 500]);
  });

  it('holds no more, whatever the node gives', async () => {
    const { chain, history } = await startChain(wei, 1_000);
    chain.least = 700;
    for (const head of [1_000, 1_001]) {
      chain.head = head;
      const fees = await history();
      expect(fees).toHaveLength(500);
      expect([fees[0], fees.at(-1)]).toEqual([head - 499, head].map((n) => toGwei(BigInt(wei(n)))));
    }
  });

  it('rereads after a long pause or a reorganization', async () => {
    const { chain, history } = await startChain(wei, 1_000);
    await history();
    chain.head += 100;
    expect((await history())[0]).toBe(toGwei(BigInt(wei(601))));
    chain.feeOf = (block) => wei(block) + (block > 1_090 ? 7 : 0);
    const after = await history();
    expect(after.at(-1)).toBe(toGwei(BigInt(wei(1_100) + 7)));
    expect(after[480]).toBe(toGwei(BigInt(wei(1_081))));
    chain.head = 1_050;
    expect((await history()).at(-1)).toBe(toGwei(BigInt(wei(1_050))));
  });

  it('holds what there is of a young chain', async () => {
    const { chain, history } = await startChain(wei, 2);
    expect(await history()).toEqual(['0.000001', '0.000001001', '0.000001002']);
    chain.head = 3;
    expect(await history()).toHaveLength(4);
  });
});

describe('the other gas calls', () => {
  // @row gas.baseFeePercentile
  it('returns the median and the 90th percentile', async () => {
    const { ask } = await startChain((block) => block * 1_000_000_000, 499);
    expect((await ask('baseFeePercentile')).body).toEqual({ baseFeePercentile: '249' });
    expect((await ask('busyThreshold')).body).toEqual({ busyThreshold: '449' });
  });

  // @row credits.gas
  it('charges 80 credits, as the history does', async () => {
    const { ask } = await startChain(() => 1, 5);
    for (const name of ['baseFeeHistory', 'baseFeePercentile']) {
      const { status, headers } = await ask(name);
      expect([name, status, headers.get('x-credits-used')]).toEqual([name, 200, '80']);
    }
  });

  it('suggests higher fees for more haste', async () => {
    const { ask } = await startChain((block) => block * 1_000_000_000, 499);
    expect((await ask('suggestedGasFees')).body).toMatchObject({
      low: { suggestedMaxPriorityFeePerGas: '0.000000001', suggestedMaxFeePerGas: '500.000000001' },
      medium: { suggestedMaxFeePerGas: '625.000000002', minWaitTimeEstimate: 12_000 },
      high: { suggestedMaxFeePerGas: '1000.000000003' },
      estimatedBaseFee: '500',
      networkCongestion: 1,
      baseFeeTrend: 'up',
      historicalBaseFeeRange: ['0', '499'],
      priorityFeeTrend: 'level',
    });
  });

  it('suggests fees by the requested blocks, whatever the node returns', async () => {
    const { ask, chain } = await startChain(() => 1, 999);
    chain.least = 700;
    expect((await ask('suggestedGasFees')).body).toMatchObject({
      historicalPriorityFeeRange: ['0.000000001', '0.000000003'],
      medium: { suggestedMaxPriorityFeePerGas: '0.000000002' },
    });
  });

  it('serves one chain, by its decimal and its hexadecimal id, and charges 5 credits for others', async () => {
    const { ask, service } = await startChain(() => 1, 5);
    expect((await ask('busyThreshold', '0x1')).status).toBe(200);
    for (const other of ['2', 'mainnet', '-1', '1.0']) {
      const reply = await ask('busyThreshold', other);
      expect(reply.status).toBe(404);
      expect(reply.headers.get('x-credits-used')).toBe('5');
    }
    expect((await get(`${service.url}/v1/supportedChainNames`)).body).toEqual({
      1: 'Ethereum Mainnet',
    });
  });

  it('answers 502, free of credits, when the node returns nonsense', async () => {
    const eth = await fakeNode(undo, () => ({ oldestBlock: 'x', baseFeePerGas: [] }));
    const service = await testService(undo, { eth: [eth] });
    const { key } = (await service.createKey({})).apiKey;
    const reply = await get(`${service.url}/v3/${key}/networks/1/baseFeeHistory`);
    expect(reply.status).toBe(502);
    expect(reply.headers.get('x-credits-used')).toBe('0');
  });

  it('follows a real chain', async () => {
    const service = await testService(undo, {});
    const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
    const ask = () => get(`${service.url}/v3/${key}/networks/31337/baseFeeHistory`);
    expect((await ask()).body).toEqual(['1']);
    await post(service.ethUrl, {
      jsonrpc: '2.0',
      id: 1,
      method: 'anvil_mine',
      params: ['0x3'],
    });
    // The node adds a new block to its fee history shortly after mining it.
    let { body } = await ask();
    while ((body as string[]).length < 4) ({ body } = await ask());
    expect(body).toEqual(['1', '1', '0.875', '0.765625']);
  });
});
