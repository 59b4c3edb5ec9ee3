import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  askChain,
  createBlock,
  fund,
  type LocalChain,
  startBlockProduction,
  startLocalChain,
} from '../../scripts/start/localChain';

// A start takes up to half a minute beside other tests on a slow machine, and a test makes several.
jest.setTimeout(240_000);

const chains: LocalChain[] = [];
afterEach(async () => {
  for (const chain of chains.splice(0)) await chain.stop();
});

const start = async (options?: Parameters<typeof startLocalChain>[0]): Promise<LocalChain> => {
  const chain = await startLocalChain(options);
  chains.push(chain);
  return chain;
};

const balanceFri = async (url: string, address: string, tag: string): Promise<bigint> => {
  const params = { address, unit: 'FRI', block_id: tag };
  const { amount } = await askChain<{ amount: string }>(url, 'devnet_getAccountBalance', params);
  return BigInt(amount);
};

describe('startLocalChain', () => {
  it('starts the network that was asked for', async () => {
    const [sepolia, mainnet] = [await start(), await start({ chainId: 'MAINNET' })];
    expect(await askChain(sepolia.url, 'starknet_chainId')).toBe('0x534e5f5345504f4c4941');
    expect(await askChain(mainnet.url, 'starknet_chainId')).toBe('0x534e5f4d41494e');
    expect(await askChain(sepolia.url, 'starknet_specVersion')).toMatch(/^0\.(9|10)\./);
  });

  it('throws the reason when the port is taken', async () => {
    const { url } = await start();
    const port = Number(new URL(url).port);
    await expect(startLocalChain({ port })).rejects.toThrow(/already in use/i);
  });

  it('resumes with the state of the last time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'xnet-chain-'));
    try {
      const dumpPath = join(folder, 'chain.json');
      const first = await start({ dumpPath });
      await fund(first.url, '0x5', 7n);
      await first.stop();
      const second = await start({ dumpPath });
      expect(await balanceFri(second.url, '0x5', 'latest')).toBe(7n);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('fund', () => {
  it('gives amounts that a JavaScript number cannot hold', async () => {
    const { url } = await start();
    const amount = 10n ** 21n + 1n;
    await fund(url, '0x6', amount);
    expect(await balanceFri(url, '0x6', 'latest')).toBe(amount);
  });

  it('throws the reason of a refusal', async () => {
    const { url } = await start();
    await expect(fund(url, 'nobody', 1n)).rejects.toThrow('devnet_mint');
  });
});

describe('blocks on demand', () => {
  it('keeps what came in pending until a block is made', async () => {
    const { url } = await start({ blocks: 'demand' });
    await fund(url, '0x8', 1n);
    expect(await balanceFri(url, '0x8', 'latest')).toBe(0n);
    expect(await balanceFri(url, '0x8', 'pre_confirmed')).toBe(1n);
    await createBlock(url);
    expect(await balanceFri(url, '0x8', 'latest')).toBe(1n);
  });

  it('makes a block some time after a transaction, and none without one', async () => {
    const { url } = await start({ blocks: 'demand' });
    const stop = startBlockProduction(url, 0);
    try {
      const before = await askChain<number>(url, 'starknet_blockNumber');
      await fund(url, '0x7', 1n);
      while ((await balanceFri(url, '0x7', 'latest')) === 0n) await wait(50);
      const after = await askChain<number>(url, 'starknet_blockNumber');
      expect(after).toBeGreaterThan(before);
    } finally {
      stop();
    }
  });
});
