import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHttp } from '@xnet/clients/transport/http';
import { createBlock, fund, type LocalChain } from '../../scripts/start/localChain';
import { allowanceCalls, fetchAllowances } from '../../src/flow/history/allowances';
import { fetchAllBalances } from '../../src/flow/tokens/balances';
import { createStarknetNode } from '../../src/remote/starknet/node';
import { starknet_blockNumber } from '../../src/remote/starknet/starknet_blockNumber';
import { starknet_getBlockWithTxHashes } from '../../src/remote/starknet/starknet_getBlockWithTxHashes';
import { starknet_getEvents } from '../../src/remote/starknet/starknet_getEvents';
import { chainIds } from '../../src/schema/primitives';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { parseTransferEvent, TRANSFER } from '../../src/starknet/tokens/event';
import { startChain } from '../chain/chain';
import { type NodeProxy, startProxy } from '../chain/proxy';
import { openModule } from '../wallet/openModule';
import { ONE, openAccount, STRK, transfer } from './account';
import { deployToken } from './deployToken';

let chain: LocalChain;
let proxy: NodeProxy;
beforeAll(async () => {
  chain = await startChain();
  proxy = await startProxy({ target: chain.url });
}, 180_000);
afterAll(async () => {
  await proxy?.stop();
  await chain?.stop();
});
beforeEach(() => proxy.reset());

const node = () =>
  createStarknetNode({
    http: createHttp({ fetch }),
    endpoints: [{ url: proxy.url }],
    chainId: chainIds.sepolia,
  });

describe('allowances on a real node', () => {
  it('finds allowances without the journal, and revokes several at a time', async () => {
    const owner = await openAccount(chain.url, { addressIndex: 12 });
    const token = await deployToken(chain.url, owner, {
      name: 'Spent',
      symbol: 'SPN',
      decimals: 2,
    });
    const approve = (contractAddress: string, spender: string, amount: string) => ({
      contractAddress,
      entrypoint: 'approve',
      calldata: [spender, amount, '0x0'],
    });
    const execute = (calls: object) =>
      owner.invoke('xnet_executeTxn', { address: owner.address, calls });
    await execute([approve(STRK, '0x51', '0x7'), approve(token, '0x52', '0x9')]);
    await execute(approve(STRK, '0x53', '0x5'));
    const find = (module = owner.module) =>
      fetchAllowances(module, {
        chainId: chainIds.sepolia,
        account: owner.address,
        until: Date.now() + 60_000,
      });
    const told = ({ allowances }: Awaited<ReturnType<typeof find>>) =>
      allowances.map(({ token, spender, amount, symbol }) => [
        BigInt(token),
        Number(spender),
        amount,
        symbol,
      ]);
    // The same phrase elsewhere: no journal, only the chain.
    const elsewhere = await find(openModule({ sepoliaUrl: chain.url }).module);
    const both = [
      [BigInt(STRK), 0x53, '5', null],
      [BigInt(STRK), 0x51, '7', null],
      [BigInt(token), 0x52, '9', 'SPN'],
    ];
    expect(told(elsewhere)).toEqual(both);
    expect(elsewhere).toMatchObject({
      low: 0,
      allowances: [{ block: expect.any(Number) }, {}, {}],
    });
    const here = await find();
    expect(told(here)).toEqual(both);
    await execute(allowanceCalls(here.allowances.slice(0, 1), 3n));
    await execute(allowanceCalls(here.allowances.slice(1)));
    expect(told(await find())).toEqual([[BigInt(STRK), 0x53, '3', null]]);
  });
});

describe('history on a real node', () => {
  it('finds what came in and what another wallet of the same phrase sent', async () => {
    const sender = await openAccount(chain.url, { addressIndex: 0 });
    const receiver = await openAccount(chain.url, { addressIndex: 1, deployed: false, funds: 0n });
    const { transaction_hash } = await sender.invoke('xnet_executeTxn', {
      address: sender.address,
      calls: transfer(7n, receiver.address),
    });
    const [received] = await receiver.invoke('xnet_getTransactions', {
      senderAddress: receiver.address,
    });
    expect(received).toEqual({
      txnHash: transaction_hash,
      txnType: 'invoke',
      senderAddress: sender.address,
      contractAddress: STRK,
      contractFuncName: 'transfer',
      contractCallData: [`0x${BigInt(receiver.address).toString(16)}`, '0x7', '0x0'],
      status: 'ACCEPTED_ON_L2',
      failureReason: null,
      eventIds: [],
      incoming: true,
      timestamp: expect.any(Number),
      chainId: chainIds.sepolia,
      finalityStatus: 'ACCEPTED_ON_L2',
      executionStatus: 'SUCCEEDED',
    });

    // The same phrase elsewhere: no journal, only the chain.
    const elsewhere = openModule({ sepoliaUrl: chain.url });
    await elsewhere.invoke('xnet_createAccount', { addressIndex: 0 });
    const records = await elsewhere.invoke('xnet_getTransactions', {
      senderAddress: sender.address,
      withDeployTxn: true,
    });
    expect(records).toHaveLength(3);
    const byType = (type: string) =>
      records.filter((one: { txnType: string }) => one.txnType === type);
    expect(byType('deploy')).toMatchObject([
      { senderAddress: sender.address, failureReason: null },
    ]);
    expect(byType('invoke')).toContainEqual(
      expect.objectContaining({
        txnHash: transaction_hash,
        senderAddress: sender.address,
        contractAddress: STRK,
        contractFuncName: 'transfer',
      }),
    );
    // The faucet's mint.
    expect(byType('invoke')).toContainEqual(
      expect.objectContaining({ incoming: true, contractAddress: STRK }),
    );
    const journal = await elsewhere.invoke('xnet_getTransactions', {
      senderAddress: sender.address,
      onlyFromState: true,
    });
    expect(journal).toEqual([]);
  });

  it('lists a transaction of the journal once, however often it is asked', async () => {
    const { address, invoke } = await openAccount(chain.url, { addressIndex: 2 });
    const params = { address, calls: transfer(3n) };
    const { transaction_hash } = await invoke('xnet_executeTxn', params);
    const list = () => invoke('xnet_getTransactions', { senderAddress: address });
    const records = await list();
    expect(
      records.filter(({ txnHash }: { txnHash: string }) => txnHash === transaction_hash),
    ).toHaveLength(1);
    expect(await list()).toEqual(records);
  });

  it('costs one request when nothing is new, and goes on at its end', async () => {
    const { address, invoke } = await openAccount(proxy.url, {
      addressIndex: 3,
      deployed: false,
      funds: 0n,
    });
    const list = () => invoke('xnet_getTransactions', { senderAddress: address });
    proxy.reset();
    expect(await list()).toEqual([]);
    const first = proxy.requests();
    proxy.reset();
    await list();
    expect(proxy.requests()).toBe(1);
    await fund(chain.url, address, 5n);
    proxy.reset();
    expect(await list()).toHaveLength(1);
    expect(proxy.requests()).toBe(2);
    expect(first).toBeLessThanOrEqual(6);
    await createBlock(chain.url);
    expect(await list()).toHaveLength(1);
  });
});

describe('the calls that history is made of', () => {
  it('reads the events of a token in pages, until no page follows', async () => {
    const head = await node().read(starknet_blockNumber());
    const filter = {
      from_block: { block_number: 0 },
      to_block: { block_number: head },
      address: STRK,
      keys: [[TRANSFER]],
    };
    const whole = await node().read(
      starknet_getEvents({ filter: { ...filter, chunk_size: 1_000 } }),
    );
    expect(whole.events.length).toBeGreaterThan(4);
    expect(whole.continuation_token).toBeUndefined();
    const pages = [];
    let token: string | undefined;
    do {
      const page = await node().read(
        starknet_getEvents({
          filter: { ...filter, chunk_size: 2, ...(token && { continuation_token: token }) },
        }),
      );
      pages.push(...page.events);
      token = page.continuation_token;
    } while (token !== undefined);
    expect(pages).toEqual(whole.events);
    expect(pages.map(parseTransferEvent)).not.toContain(undefined);
  });

  it('reads when a block was made', async () => {
    const call = starknet_getBlockWithTxHashes({ block_id: 'latest' });
    const { timestamp, block_number } = await node().read(call);
    expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(600);
    expect(block_number).toBeGreaterThan(0);
  });

  it('reads the balances of many tokens in one HTTP request', async () => {
    const holder = '0xba1a';
    await fund(chain.url, holder, 3n * ONE);
    const tokens = [knownTokens.ETH.address, STRK, '0x1234', ...Array(22).fill(STRK)];
    const reader = node();
    await reader.read(starknet_blockNumber());
    proxy.reset();
    const balances = await fetchAllBalances(reader, holder, tokens);
    expect(proxy.requests()).toBe(1);
    const held = `0x${(3n * ONE).toString(16)}`;
    expect(balances.slice(0, 3)).toMatchObject([
      { ok: true, value: { balancePending: '0x0', balanceLatest: '0x0' } },
      { ok: true, value: { balancePending: held, balanceLatest: held } },
      { ok: false, error: { kind: 'notToken' } },
    ]);
    expect(balances).toHaveLength(25);
  });
});
