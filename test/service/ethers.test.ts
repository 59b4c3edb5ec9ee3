import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Contract, Interface, id, JsonRpcProvider, Wallet, WebSocketProvider } from 'ethers';
import { type Anvil, startAnvil } from '../../service/src/upstream/anvil';
import { type OpenService, openService } from './openService';

const abi = new Interface(['event Ping(uint256 a)', 'function read() view returns (uint256)']);
/** Emits 42 in an event on any call. */
const pinging = `0x602a5f527f${id('Ping(uint256)').slice(2)}60205fa100`;
const reason = new Interface(['function Error(string)']).encodeFunctionData('Error', ['no']);
/** Reverts with that reason. */
const refusing = `0x6064600a5f3960645ffd${reason.slice(2)}`;
const [ping, refuse] = [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`];
/** The first account of the development node. */
const secret = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

/** By default it polls every four seconds and caches responses for a quarter of a second. */
const often = { cacheTimeout: -1, pollingInterval: 50 };

let anvil: Anvil;
let service: OpenService;
let node: JsonRpcProvider;
beforeAll(async () => {
  anvil = await startAnvil();
  node = new JsonRpcProvider(anvil.url, undefined, often);
  await node.send('anvil_setCode', [ping, pinging]);
  await node.send('anvil_setCode', [refuse, refusing]);
  const sender = new Wallet(secret, node);
  for (const type of [0, 1, 2]) await (await sender.sendTransaction({ to: ping, type })).wait();
  service = await openService({ eth: [anvil.url], methods: ['eth_sendRawTransaction'] });
});
afterAll(async () => {
  await node.removeAllListeners();
  await service.stop();
  await anvil.stop();
});

describe.each(['alone', 'in batches', 'over a WebSocket'])('ethers, its calls %s', (way) => {
  let provider: JsonRpcProvider | WebSocketProvider;
  beforeAll(() => {
    provider =
      way === 'over a WebSocket'
        ? new WebSocketProvider(service.socketUrl, undefined, often)
        : new JsonRpcProvider(service.rpcUrl, undefined, {
            ...often,
            batchMaxCount: way === 'alone' ? 1 : 100,
          });
  });
  afterAll(async () => {
    await provider.removeAllListeners();
    // Over HTTP it would throw for each poll still in flight.
    if (!(provider instanceof WebSocketProvider)) return;
    // Answered after the listeners' own requests, for which it would throw as well.
    await provider.send('eth_unsubscribe', ['0x0']);
    await provider.destroy();
  });

  it('reads blocks, transactions, receipts, logs and fees', async () => {
    const blocks = await Promise.all([1, 2, 3].map((number) => provider.getBlock(number, true)));
    const types = blocks.map((block) => block?.prefetchedTransactions.map(({ type }) => type));
    expect(types).toEqual([[0], [1], [2]]);
    const [hash = ''] = blocks[2]?.transactions ?? [];
    expect(await provider.getTransactionReceipt(hash)).toMatchObject({ status: 1, index: 0 });
    expect(await provider.getBlock(99)).toBeNull();
    const found = await new Contract(ping, abi, provider).queryFilter('Ping', 1, 3);
    expect(found).toHaveLength(3);
    expect((await provider.getFeeData()).maxFeePerGas).toBeGreaterThan(0n);
  });

  it('explains why a call reverts, and which methods are not offered', async () => {
    const refused = new Contract(refuse, abi, provider).getFunction('read')();
    await expect(refused).rejects.toMatchObject({ code: 'CALL_EXCEPTION', reason: 'no' });
    const other = provider.send('eth_newFilter', [{}]);
    await expect(other).rejects.toMatchObject({ code: 'UNSUPPORTED_OPERATION' });
  });

  it('sends a transaction, and is told of its event', async () => {
    let told: unknown;
    await new Contract(ping, abi, provider).on('Ping', (value) => {
      told = value;
    });
    const sender = new Wallet(secret, provider);
    // If it polls, it starts with some later block.
    while (told === undefined) {
      const sent = await sender.sendTransaction({ to: ping });
      expect((await sent.wait())?.status).toBe(1);
    }
    expect(told).toBe(42n);
  });
});
