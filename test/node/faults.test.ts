import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBlock, type LocalChain } from '../../scripts/start/localChain';
import { trackTransactions } from '../../src/flow/history/track';
import { startChain } from '../chain/chain';
import { type NodeProxy, startProxy } from '../chain/proxy';
import { type Border, HTTP, openModule } from '../wallet/openModule';
import { openAccount, readNonce, readStrk, readTransaction, transfer } from './account';
import { recordingBorder } from './crossings';

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

const isBroadcast = ({ method, detail }: Parameters<Border>[0]) =>
  method === HTTP && String(detail).includes('starknet_add');

/** Fails wallet requests after the broadcast, by their number from 1. */
const failingAfterBroadcast = (fails: (number: number) => boolean): Border => {
  let sent = false;
  let number = 0;
  return async (request, cross) => {
    if (sent && request.method !== HTTP) {
      number += 1;
      if (fails(number)) throw new Error('The storage is full.');
    }
    const answer = await cross();
    sent ||= isBroadcast(request);
    return answer;
  };
};

describe('a fault after the broadcast', () => {
  it('returns the hash after a fault in any request to the wallet, and settles the record', async () => {
    const ready = await openAccount(chain.url, { addressIndex: 0 });
    const { address } = ready;
    let stored = ready.state;
    const send = async (border: Border, amount: number) => {
      const module = openModule({ sepoliaUrl: chain.url, stored, border });
      const calls = transfer(BigInt(amount));
      const reply = await module.invoke('xnet_executeTxn', { address, calls });
      stored = module.state;
      return String(reply.transaction_hash);
    };
    const { border, requests } = recordingBorder();
    const hashes = [await send(border, 1)];
    const last = requests.length - 1 - requests.findIndex(isBroadcast);
    expect(last).toBeGreaterThan(0);

    for (let bad = 1; bad <= last; bad += 1)
      hashes.push(
        await send(
          failingAfterBroadcast((number) => number === bad),
          1 + bad,
        ),
      );
    hashes.push(
      await send(
        failingAfterBroadcast(() => true),
        last + 2,
      ),
    );

    const nonces = await Promise.all(hashes.map((hash) => readTransaction(chain.url, hash)));
    expect(nonces.map(({ nonce }) => Number(nonce))).toEqual(hashes.map((_, index) => index + 1));
    await createBlock(chain.url);
    const after = openModule({ sepoliaUrl: chain.url, stored });
    expect(await trackTransactions(after.module)).toBeUndefined();
    const records = await after.invoke('xnet_getTransactions', {
      senderAddress: address,
      onlyFromState: true,
      pageSize: 50,
    });
    expect(
      records.map(({ txnHash, status }: Record<string, string>) => [txnHash, status]).reverse(),
    ).toEqual(hashes.map((hash) => [hash, 'ACCEPTED_ON_L2']));
    // One transaction per request after the broadcast.
  }, 60_000);

  it('returns the hash after a lost answer, and sends nothing twice', async () => {
    const ready = await openAccount(chain.url, { addressIndex: 1 });
    const { address } = ready;
    const module = openModule({
      sepoliaUrl: proxy.url,
      stored: ready.state,
      user() {
        proxy.loseAnswers(1);
        return true;
      },
    });
    const calls = transfer(5n, '0xfa1');
    const { transaction_hash } = await module.invoke('xnet_executeTxn', { address, calls });
    expect(await readStrk(chain.url, '0xfa1')).toBe(5n);
    expect(await readNonce(chain.url, address)).toBe(2n);
    await createBlock(chain.url);
    await trackTransactions(module.module);
    const records = await module.invoke('xnet_getTransactions', {
      senderAddress: address,
      onlyFromState: true,
    });
    expect(records).toMatchObject([{ txnHash: transaction_hash, status: 'ACCEPTED_ON_L2' }]);
  });

  it('returns the hash when every answer is lost, and the tracker settles the record', async () => {
    const ready = await openAccount(chain.url, { addressIndex: 2 });
    const { address } = ready;
    const module = openModule({
      sepoliaUrl: proxy.url,
      stored: ready.state,
      user() {
        proxy.loseAnswers(Number.POSITIVE_INFINITY);
        return true;
      },
    });
    const calls = transfer(6n, '0xfa2');
    const { transaction_hash } = await module.invoke('xnet_executeTxn', { address, calls });
    const list = () =>
      module.invoke('xnet_getTransactions', { senderAddress: address, onlyFromState: true });
    expect(await list()).toMatchObject([{ txnHash: transaction_hash, status: 'RECEIVED' }]);

    proxy.loseAnswers(0);
    expect(await readStrk(chain.url, '0xfa2')).toBe(6n);
    const after = openModule({ sepoliaUrl: chain.url, stored: module.state });
    const again = await after.invoke('xnet_executeTxn', { address, calls: transfer(7n) });
    expect((await readTransaction(chain.url, again.transaction_hash)).nonce).toBe('0x2');
    await createBlock(chain.url);
    expect(await trackTransactions(after.module)).toBeUndefined();
    expect(
      await after.invoke('xnet_getTransactions', { senderAddress: address, onlyFromState: true }),
    ).toMatchObject([
      { txnHash: again.transaction_hash, status: 'ACCEPTED_ON_L2' },
      { txnHash: transaction_hash, status: 'ACCEPTED_ON_L2' },
    ]);
  });

  it('shows a record as missing in time when the node never heard of it', async () => {
    const ready = await openAccount(chain.url, { addressIndex: 3 });
    const { address } = ready;
    await createBlock(chain.url);
    let minutes = 0;
    const now = () => Date.now() + minutes * 60_000;
    const module = openModule({
      sepoliaUrl: chain.url,
      stored: ready.state,
      now,
      border(request, cross) {
        if (isBroadcast(request)) throw new TypeError('fetch failed');
        return cross();
      },
    });
    const { transaction_hash } = await module.invoke('xnet_executeTxn', {
      address,
      calls: transfer(1n),
    });
    const list = () =>
      module.invoke('xnet_getTransactions', { senderAddress: address, onlyFromState: true });
    expect(await list()).toMatchObject([{ txnHash: transaction_hash, status: 'RECEIVED' }]);
    minutes = 31;
    expect(await list()).toMatchObject([{ status: 'RECEIVED', failureReason: null }]);
    expect(await module.module.transactions.open()).toMatchObject([{ isMissing: true }]);
    expect(module.notifications.at(-1)).toBe(
      'Send 0.000000000000000001 STRK: Unknown to your node, may still run',
    );
  });
});
