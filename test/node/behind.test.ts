import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { askChain, createBlock, type LocalChain } from '../../scripts/start/localChain';
import { startChain } from '../chain/chain';
import { type NodeProxy, startProxy } from '../chain/proxy';
import { openAccount, readNonce, readTransaction, transfer } from './account';

let chain: LocalChain;
let proxy: NodeProxy;
beforeAll(async () => {
  chain = await startChain({
    blocks: 'demand',
    args: ['--state-archive-capacity', 'full'],
  });
  proxy = await startProxy({ target: chain.url });
}, 180_000);
afterAll(async () => {
  await proxy?.stop();
  await chain?.stop();
});
beforeEach(() => proxy.setBehind(false));

describe('a node that is behind', () => {
  // @promise T7.1
  it('reports a missing deployment that is pending, and asks for no other', async () => {
    const { address, invoke, dialogs, module } = await openAccount(proxy.url, {
      addressIndex: 0,
      deployed: false,
    });
    await createBlock(chain.url);
    await invoke('xnet_createAccount', { addressIndex: 0, deploy: true });
    const { deployTxnHash, chainId } = await module.accounts.get('0x534e5f5345504f4c4941', address);
    proxy.setBehind(true);
    const send = () => invoke('xnet_executeTxn', { address, calls: transfer(1n) });
    dialogs.length = 0;
    for (const asked of [
      send,
      () => invoke('xnet_createAccount', { addressIndex: 0, deploy: true }),
      () => invoke('xnet_estimateFee', { address, invocations: transfer(1n) }),
    ])
      await expect(asked()).rejects.toMatchObject({
        kind: 'nodeFault',
        message: expect.stringContaining('deployment'),
      });
    expect(dialogs).toEqual([]);
    expect(await module.accounts.get(chainId, address)).toMatchObject({ deployTxnHash });

    await createBlock(chain.url);
    const { transaction_hash } = await send();
    expect(await readTransaction(chain.url, transaction_hash)).toMatchObject({ nonce: '0x1' });
  });

  it('ignores the stale nonce of the node', async () => {
    const { address, invoke } = await openAccount(proxy.url, { addressIndex: 1 });
    await createBlock(chain.url);
    await invoke('xnet_executeTxn', { address, calls: transfer(1n) });
    proxy.setBehind(true);
    const { transaction_hash } = await invoke('xnet_executeTxn', { address, calls: transfer(2n) });
    expect(await readTransaction(chain.url, transaction_hash)).toMatchObject({ nonce: '0x2' });
    expect(await readNonce(chain.url, address)).toBe(3n);
  });
});

describe('a chain that takes blocks back', () => {
  it.each([
    ['with the deployment of an account', 2, false],
    ['with the deployment of an account and drops one after it', 3, true],
  ])('redeploys an account after a reorganization %s', async (_, addressIndex, isFollowed) => {
    const { address, invoke } = await openAccount(proxy.url, { addressIndex, deployed: false });
    await createBlock(chain.url);
    await invoke('xnet_createAccount', { addressIndex, deploy: true });
    const starting_block_id = { block_hash: await createBlock(chain.url) };
    if (isFollowed) {
      await invoke('xnet_getTransactions', { senderAddress: address, onlyFromState: true });
      await invoke('xnet_executeTxn', { address, calls: transfer(1n) });
    }
    await askChain(chain.url, 'devnet_abortBlocks', { starting_block_id });
    expect(await readNonce(chain.url, address)).toBeUndefined();
    const { transaction_hash } = await invoke('xnet_executeTxn', { address, calls: transfer(2n) });
    expect(await readTransaction(chain.url, transaction_hash)).toMatchObject({ nonce: '0x1' });
    expect(await readNonce(chain.url, address)).toBe(2n);
  });
});
