import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBlock, type LocalChain } from '../../scripts/start/localChain';
import { BLOCK_NUMBER_SLOT, starknetCores } from '../../src/flow/l1/settlement';
import { chainIds } from '../../src/schema/primitives';
import { settingParts } from '../../src/ui/home/settings';
import { homeParts } from '../../src/ui/home/view';
import { type Anvil, startAnvil } from '../chain/anvil';
import { startChain } from '../chain/chain';
import { type NodeProxy, startProxy } from '../chain/proxy';
import { openPage } from '../wallet/openPage';
import { sayEnglish } from '../wallet/sayEnglish';
import { openAccount, STRK } from './account';

const chainId = chainIds.sepolia;
const core = starknetCores[chainId];
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

let chain: LocalChain;
let proxy: NodeProxy;
let anvil: Anvil;
beforeAll(async () => {
  [chain, anvil] = await Promise.all([startChain(), startAnvil()]);
  proxy = await startProxy({ target: chain.url });
}, 180_000);
afterAll(async () => {
  await Promise.all([proxy?.stop(), chain?.stop(), anvil?.stop()]);
});

/** The page of a user whose account has sent something; the node is behind the proxy. */
async function openUsed(addressIndex: number) {
  const { address, invoke, state } = await openAccount(chain.url, { addressIndex });
  const call = { contractAddress: STRK, entrypoint: 'approve', calldata: ['0x5e', '0x1', '0x0'] };
  const { transaction_hash } = await invoke('xnet_executeTxn', { address, calls: call });
  await createBlock(chain.url);
  await invoke('xnet_getTransactions', { senderAddress: address });
  proxy.reset();
  return {
    ...openPage({ sepoliaUrl: proxy.url, stored: structuredClone(state) }),
    address,
    hash: transaction_hash,
  };
}

describe('the page with a real node', () => {
  it('shows what the accounts have, in one HTTP request, once the wallet wakes the module', async () => {
    const { now, refresh } = await openUsed(50);
    expect(await now()).toContain('Reading balances');
    expect(proxy.requests()).toBe(0);
    await refresh();
    expect(proxy.requests()).toBe(1);
    const shown = await now();
    expect(shown).toMatch(/"STRK"/u);
    expect(shown).toMatch(/"(?:≈ )?\d[\d,]*\.\d+"/u);
    expect(shown).not.toContain('Skeleton');
    expect(shown).toContain(sayEnglish('home.accepted'));
  });

  it('marks a record whose block is proven on Ethereum, and no longer once that is turned off', async () => {
    const { now, refresh, save, press, fillIn, module, hash } = await openUsed(51);
    const [from] = (await anvil.call('eth_accounts')) as string[];
    await anvil.call('eth_sendTransaction', { from, to: core, value: '0x1' });
    await anvil.call('anvil_setCode', core, '0x00');
    await anvil.call('anvil_setStorageAt', core, BLOCK_NUMBER_SLOT, word(1));
    await anvil.call('anvil_mine', '0x60');
    await save('ethereum', { network: chainId, url: anvil.url });
    expect(await now()).toContain('proofs are checked when you refresh this page');
    await press(`${homeParts.go}main`);
    const block = (await module.transactions.find(chainId, hash))?.blockNumber ?? 0;
    expect(block).toBeGreaterThan(1);
    expect(await now()).not.toContain('proven on Ethereum');

    await anvil.call('anvil_setStorageAt', core, BLOCK_NUMBER_SLOT, word(block));
    await anvil.call('anvil_mine', '0x60');
    await refresh();
    expect(await now()).toContain(sayEnglish('home.proven'));

    await press(`${homeParts.go}settings`);
    await press(`${settingParts.unfold}ethereum`);
    await fillIn('network', chainId);
    await press(`${settingParts.remove}ethereum`);
    await press(`${homeParts.go}main`);
    expect(await now()).not.toContain('proven on Ethereum');
  });

  it('does not let a node of Ethereum that hangs hold up the balances', async () => {
    const { now, refresh, module, drawn } = await openUsed(52);
    await module.settings.services.choose(`ethereum.${chainId}`, {
      url: 'http://127.0.0.1:9/v3/key',
    });
    await refresh();
    expect(drawn[0]).toContain('"STRK"');
    expect(await now()).not.toContain('proven on Ethereum');
  });
});
