import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chainIds } from '../../src/schema/primitives';
import { startWallet, type WalletProcess } from '../../wallet/test-module/walletProcess';
import { type FaultServer, startFaultServer } from '../chain/faultServer';
import { addressedModule } from '../stage/addressedModule';
import { ownPort } from '../stage/ownPort';

// A refused connection fails faster than anything else, and in the vendor's thread it used to end
// the module. Hence the built module on the vendor's controllers.
const balance = { tokenAddress: '0x1', userAddress: '0x2' };

let folder: string;
let good: FaultServer;
let wallet: WalletProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-refused-'));
  const dead = `http://127.0.0.1:${await ownPort()}/`;
  good = await startFaultServer((method) =>
    method === 'starknet_chainId'
      ? { result: '0x534e5f5345504f4c4941' }
      : { result: method === 'starknet_call' ? ['0x7', '0x0'] : '0.9.0' },
  );
  const module = await addressedModule({
    out: join(folder, 'module'),
    endpoints: { [chainIds.sepolia]: [dead, good.url], [chainIds.mainnet]: [dead] },
  });
  wallet = await startWallet(module.out, join(folder, 'data'), ['--allow-mainnet']);
  await wallet.connect();
}, 180_000);
afterAll(async () => {
  await wallet?.stop();
  await good?.stop();
  await rm(folder, { recursive: true, force: true });
});

const isRunning = async () => {
  const { module } = await wallet.until(() => true);
  return module?.status === 'running';
};

describe('a node that refuses the connection', () => {
  it('skips the node for the next one', async () => {
    const reply = await wallet.invoke('xnet_getErc20TokenBalance', balance);
    expect(reply).toEqual({ result: { balancePending: '0x7', balanceLatest: '0x7' } });
    expect(await isRunning()).toBe(true);
  }, 60_000);

  it('fails with -32002 if no other node is left, time after time', async () => {
    const request = { ...balance, chainId: '0x534e5f4d41494e' };
    for (let time = 0; time < 3; time += 1) {
      const { error } = await wallet.invoke('xnet_getErc20TokenBalance', request);
      expect(error).toMatchObject({ code: -32002, data: { kind: 'nodeUnavailable' } });
    }
    expect(await isRunning()).toBe(true);
  }, 60_000);

  it('leaves the home page open', async () => {
    expect(await wallet.command({ do: 'openPage', kind: 'home' })).toBeNull();
    const { page } = await wallet.until((snapshot) => snapshot.page?.ui != null);
    expect(page?.error).toBeNull();
    expect(await isRunning()).toBe(true);
  }, 60_000);
});
