import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  askChain,
  createBlock,
  fund,
  type LocalChain,
  startLocalChain,
} from '../../../scripts/start/localChain';
import { buildTestModule, startWallet, type WalletProcess } from '../../test-module/walletProcess';

const address = '0x5';
let folder: string;
let chain: LocalChain;
let wallet: WalletProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  buildTestModule(join(folder, 'module'), 'one');
  chain = await startLocalChain();
  wallet = await startWallet(join(folder, 'module'), join(folder, 'data'), [
    '--local-chain',
    chain.url,
  ]);
}, 60_000);

afterAll(async () => {
  await wallet?.stop();
  await chain?.stop();
  await rm(folder, { recursive: true });
});

const balance = async () => {
  const params = { address, unit: 'FRI' };
  return (await askChain<{ amount: string }>(chain.url, 'devnet_getAccountBalance', params)).amount;
};
const blockNumber = () => askChain<number>(chain.url, 'starknet_blockNumber');
const time = async () => {
  const params = { block_id: 'latest' };
  const method = 'starknet_getBlockWithTxHashes';
  return (await askChain<{ timestamp: number }>(chain.url, method, params)).timestamp;
};
const localChain = async () => (await wallet.until(() => true)).localChain;

describe('the local chain', () => {
  it('reverts to the snapshot as often as the developer wants, and stays the wallet’s own', async () => {
    expect(await wallet.command({ do: 'revertChain' })).toContain('no snapshot');
    await fund(chain.url, address, 7n);
    const before = await blockNumber();
    expect(await wallet.command({ do: 'snapshotChain' })).toBeNull();
    expect(await localChain()).toMatchObject({ snapshot: before, block: before });
    for (const amount of [1n, 2n]) {
      await fund(chain.url, address, amount);
      await createBlock(chain.url);
      await wallet.until((shown) => (shown.localChain?.block ?? 0) > before + 1);
      expect(await balance()).toBe(String(7n + amount));
      expect(await wallet.command({ do: 'revertChain' })).toBeNull();
      expect(await balance()).toBe('7');
      expect(await blockNumber()).toBe(before);
      expect(await localChain()).toMatchObject({
        isAnother: false,
        snapshot: before,
        block: before,
      });
    }
  }, 60_000);

  it('moves on by the seconds that the developer chooses, or to a time', async () => {
    const before = await time();
    expect(await wallet.command({ do: 'increaseTime', seconds: 86_400 })).toBeNull();
    const later = await time();
    expect(later - before).toBeGreaterThanOrEqual(86_400);
    expect(await localChain()).toMatchObject({ time: later, isAnother: false });
    expect(await wallet.command({ do: 'setTime', time: 2_000_000_000 })).toBeNull();
    expect(await time()).toBe(2_000_000_000);
    expect(await localChain()).toMatchObject({ time: 2_000_000_000 });
  }, 60_000);

  it('reports that its node was restarted, and saves the next snapshot', async () => {
    expect(await wallet.command({ do: 'snapshotChain' })).toBeNull();
    await askChain(chain.url, 'devnet_restart');
    expect(await wallet.command({ do: 'revertChain' })).toContain('was started anew');
    expect(await localChain()).toMatchObject({ snapshot: null });
    expect(await wallet.command({ do: 'revertChain' })).toContain('no snapshot');
    expect(await wallet.command({ do: 'snapshotChain' })).toBeNull();
    expect(await localChain()).toMatchObject({ snapshot: await blockNumber() });
  }, 60_000);
});
