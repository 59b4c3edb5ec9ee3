import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startRealWallet } from '../../scripts/bench/realWallet';
import { createActions, saveAccount } from '../../scripts/bench/walletCalls';
import type { LocalChain } from '../../scripts/start/localChain';
import { chainIds } from '../../src/schema/primitives';
import { readState } from '../../wallet/src/persistence/stateText';
import { startChain } from '../chain/chain';
import { addressedModule } from '../stage/addressedModule';
import { readNonce } from './account';

let folder: string;
let chain: LocalChain;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xnet-full-'));
  chain = await startChain();
}, 180_000);
afterAll(async () => {
  await chain?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Limit of the vendor's wallet for a module's whole state, in bytes. */
const MOST = 64_000_000;

/** A wallet's data with an account, and so much under one key that hardly a record fits. */
async function fullData(name: string, addressIndex: number, key: string) {
  const [module, data] = [join(folder, name), join(folder, `${name}-data`)];
  await addressedModule({ out: module, endpoints: { [chainIds.sepolia]: [chain.url] } });
  const address = await saveAccount(chain.url, { module, data, records: 1, addressIndex });
  const file = join(data, 'state.json');
  const state = { ...readState(await readFile(file, 'utf8')), [key]: { room: '' } };
  // The record of a sent transaction takes more than that.
  const left = MOST - 500 - Buffer.byteLength(JSON.stringify(state));
  await writeFile(file, JSON.stringify({ ...state, [key]: { room: 'x'.repeat(left) } }));
  return { module, data, address, file, nonce: await readNonce(chain.url, address) };
}

// @promise T31.3
it('sends nothing and lists nothing that the vendor’s wallet has no room for', async () => {
  const { module, data, address, nonce } = await fullData('full', 0, 'room');
  const wallet = await startRealWallet(module, data);
  try {
    const { xnet_executeTxn, xnet_getTransactions } = createActions(address);
    for (let time = 0; time < 2; time += 1) {
      const sent = wallet.measure('xnet_executeTxn', xnet_executeTxn);
      await expect(sent).rejects.toThrow('"kind":"stateFull"');
      const asked = { ...xnet_getTransactions, onlyFromState: true };
      const { result } = await wallet.measure('xnet_getTransactions', asked);
      expect(result).toMatchObject([{ status: 'ACCEPTED_ON_L2' }]);
    }
    expect(await readNonce(chain.url, address)).toBe(nonce);
  } finally {
    await wallet.stop();
  }
}, 240_000);

// @promise T31.3
it('gives up what the chain tells again if the vendor’s wallet has no room for a record', async () => {
  const { module, data, address, file, nonce = 0n } = await fullData('found', 1, 'found');
  const wallet = await startRealWallet(module, data);
  try {
    const { xnet_executeTxn, xnet_getTransactions } = createActions(address);
    await wallet.measure('xnet_executeTxn', xnet_executeTxn);
    expect(await readNonce(chain.url, address)).toBe(nonce + 1n);
    const { result } = await wallet.measure('xnet_getTransactions', xnet_getTransactions);
    // Includes the account's funding, which only the chain knows.
    expect(result).toHaveLength(3);
  } finally {
    await wallet.stop();
  }
  const { found, accounts, live } = readState(await readFile(file, 'utf8'));
  expect(found).toBeNull();
  expect(JSON.stringify([accounts, live])).toContain(address);
}, 240_000);
