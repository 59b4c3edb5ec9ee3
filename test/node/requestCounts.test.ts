import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LocalChain } from '../../scripts/start/localChain';
import { startChain } from '../chain/chain';
import { type NodeProxy, startProxy } from '../chain/proxy';
import { openModule } from '../wallet/openModule';
import { openAccount, readNonce, readTransaction, STRK, transfer } from './account';
import { deployToken } from './deployToken';

/** Methods of HTTP requests, ignoring their order in a batch. */
const sorted = (requests: readonly (readonly string[])[]) =>
  requests.map((methods) => [...methods].sort());

let chain: LocalChain;
let proxy: NodeProxy;
beforeAll(async () => {
  chain = await startChain({ blocks: 'demand' });
  proxy = await startProxy({ target: chain.url });
}, 180_000);
afterAll(async () => {
  await proxy?.stop();
  await chain?.stop();
});

describe('HTTP requests to the node', () => {
  let account: Awaited<ReturnType<typeof openAccount>>;
  let nextIndex = 0;
  beforeEach(async () => {
    account = await openAccount(chain.url, { addressIndex: nextIndex });
    nextIndex += 1;
  });

  /** A module restarted on the account's state, without anything cached. */
  const restarted = () => {
    proxy.reset();
    return openModule({ sepoliaUrl: proxy.url, stored: account.state });
  };
  const execute = (module: ReturnType<typeof openModule>, amount = 1n) =>
    module.invoke('xnet_executeTxn', { address: account.address, calls: transfer(amount) });

  /**
   * The latest block, and the class hashes of token and recipient. The recipient is not deployed
   * yet, so each time it is checked for being a token: symbol and decimals.
   */
  const facts = [
    'starknet_getBlockWithTxHashes',
    'starknet_getClassHashAt',
    'starknet_getClassHashAt',
    'starknet_call',
    'starknet_call',
  ];
  const own = ['starknet_getNonce', 'starknet_call', 'starknet_estimateFee'];
  const tried = ['starknet_simulateTransactions'];
  const sent = ['starknet_addInvokeTransaction'];

  // A simulation needs bounds, which follow from the first response.
  it('sends three for executeTxn with a journaled nonce, and two once a similar call was estimated', async () => {
    await execute(account);
    await execute(restarted(), 2n);
    expect(sorted(proxy.methods())).toEqual(
      sorted([['starknet_chainId', 'starknet_specVersion', ...facts, ...own], tried, sent]),
    );
    const warm = restarted();
    await execute(warm, 3n);
    proxy.reset();
    await execute(warm, 4n);
    expect(sorted(proxy.methods())).toEqual(sorted([[...facts, ...own, ...tried], sent]));
  });

  it('sends two for the first executeTxn after a site’s estimate', async () => {
    await execute(account);
    const module = restarted();
    await module.invoke('xnet_estimateFee', {
      address: account.address,
      invocations: transfer(2n),
    });
    proxy.reset();
    await execute(module, 2n);
    expect(sorted(proxy.methods())).toEqual(sorted([[...facts, ...own, ...tried], sent]));
  });

  it('sends no more for executeTxn if a class was never read, and keeps the class', async () => {
    const token = { name: 'New', symbol: 'NEW', decimals: 6 };
    const contractAddress = await deployToken(chain.url, account, token);
    const calls = { contractAddress, entrypoint: 'transfer', calldata: ['0x7e57', 1, 0] };
    const module = restarted();
    const ask = () => module.invoke('xnet_executeTxn', { address: account.address, calls });
    await ask();
    expect(proxy.methods().flat()).toContain('starknet_getClass');
    // Nonce, cost and contracts; simulation and classes; sending.
    expect(proxy.requests()).toBe(3);
    proxy.reset();
    await ask();
    expect(proxy.methods().flat()).not.toContain('starknet_getClass');
    // The first one created the recipient's balance at a higher cost, so this was not predicted.
    expect(proxy.requests()).toBe(3);
    proxy.reset();
    await ask();
    expect(proxy.requests()).toBe(2);
  });

  it('loads no class for the first transfer of a listed token, only some kilobytes', async () => {
    await execute(restarted());
    expect(proxy.methods().flat()).not.toContain('starknet_getClass');
    process.stdout.write(`first transfer of STRK: ${proxy.bytes()} bytes from the node\n`);
    expect(proxy.bytes()).toBeLessThan(20_000);
  });

  it('sends four for executeTxn without a journaled nonce', async () => {
    const module = openModule({ sepoliaUrl: chain.url });
    const addressIndex = nextIndex - 1;
    await module.invoke('xnet_createAccount', { addressIndex });
    account = { ...account, state: module.state };
    await execute(restarted());
    expect(proxy.requests()).toBe(4);
  });

  it('sends four for executeTxn when another wallet has used the nonce', async () => {
    await execute(account);
    const module = restarted();
    await execute(openModule({ sepoliaUrl: chain.url, stored: account.state }), 2n);
    await execute(module, 3n);
    expect(proxy.requests()).toBe(4);
  });

  it('sends at most four for executeTxn after a refused transaction', async () => {
    await execute(account);
    const asked = openModule({
      sepoliaUrl: chain.url,
      stored: account.state,
      async user() {
        await execute(account, 2n);
        return true;
      },
    });
    await expect(execute(asked, 3n)).rejects.toMatchObject({ kind: 'nonceTooLow' });
    account = { ...account, state: asked.state };
    await execute(restarted(), 4n);
    expect(proxy.requests()).toBeLessThanOrEqual(4);
  });

  it('sends at most four for executeTxn after one with a far nonce, which moves no other', async () => {
    const { address } = account;
    const far = { address, calls: transfer(1n), details: { nonce: 99 } };
    await account.invoke('xnet_executeTxn', far);
    const next = await readNonce(chain.url, address);
    const { transaction_hash } = await execute(restarted(), 2n);
    expect(BigInt((await readTransaction(chain.url, transaction_hash)).nonce)).toBe(next);
    expect(proxy.requests()).toBeLessThanOrEqual(4);
  });

  it('sends four for a deployment with the first call, each transaction by itself', async () => {
    account = await openAccount(chain.url, { addressIndex: 100, deployed: false });
    await execute(restarted());
    expect(proxy.methods().slice(2)).toEqual([
      ['starknet_addDeployAccountTransaction'],
      ['starknet_addInvokeTransaction'],
    ]);
    expect(proxy.requests()).toBe(4);
  });

  it('sends one for estimateFee, a balance or a status', async () => {
    const { transaction_hash } = await execute(account);
    const module = restarted();
    const { address } = account;
    await module.invoke('xnet_estimateFee', { address, invocations: transfer(1n) });
    expect(proxy.requests()).toBe(1);
    proxy.reset();
    await module.invoke('xnet_getErc20TokenBalance', { tokenAddress: STRK, userAddress: address });
    expect(proxy.requests()).toBe(1);
    proxy.reset();
    await module.invoke('xnet_getTransactionStatus', { transactionHash: transaction_hash });
    expect(proxy.requests()).toBe(1);
    proxy.reset();
    await module.invoke('xnet_getTransactions', { senderAddress: address, onlyFromState: true });
    expect(proxy.requests()).toBe(1);
  });

  it('sends one for the estimate of an undeployed account', async () => {
    account = await openAccount(chain.url, { addressIndex: 101, deployed: false });
    const module = restarted();
    await module.invoke('xnet_estimateAccountDeployFee', { addressIndex: 101 });
    expect(proxy.requests()).toBe(1);
    proxy.reset();
    const { address } = account;
    await module.invoke('xnet_estimateFee', { address, invocations: transfer(1n) });
    expect(proxy.requests()).toBe(1);
  });

  it('sends none for getCurrentNetwork, extractPublicKey, or a refused or malformed request', async () => {
    const module = restarted();
    await module.invoke('xnet_getCurrentNetwork');
    await module.invoke('xnet_extractPublicKey', { userAddress: account.address });
    await module.invoke('xnet_createAccount', { addressIndex: 102 });
    await expect(module.invoke('xnet_executeTxn', {})).rejects.toMatchObject({
      kind: 'invalidParams',
    });
    expect(proxy.requests()).toBe(0);
  });
});
