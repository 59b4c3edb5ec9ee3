import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askChain, createBlock, type LocalChain } from '../../scripts/start/localChain';
import { trackTransactions } from '../../src/flow/history/track';
import { chainIds } from '../../src/schema/primitives';
import { startChain } from '../chain/chain';
import { openModule } from '../wallet/openModule';
import { type ChainTransaction, openAccount, readNonce, transfer } from './account';
import { hasEffect, type Mishap, mishapBorder, recordingBorder } from './crossings';
import { getSender } from './signedTransaction';

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain({ blocks: 'demand' });
}, 180_000);
afterAll(() => chain?.stop());

type Opened = ReturnType<typeof openModule>;
const open = (options: Parameters<typeof openModule>[0]) =>
  openModule({ sepoliaUrl: chain.url, ...options });

const execute = (module: Opened, address: string, amount: number) =>
  module.invoke('xnet_executeTxn', { address, calls: transfer(BigInt(amount)) });

/** Closes the block; returns the account's transactions in it, sorted by nonce. */
async function mine(address: string): Promise<ChainTransaction[]> {
  await createBlock(chain.url);
  const { transactions } = await askChain<{ transactions: ChainTransaction[] }>(
    chain.url,
    'starknet_getBlockWithTxs',
    { block_id: 'latest' },
  );
  return transactions
    .filter((each) => BigInt(getSender(each)) === BigInt(address))
    .sort((one, other) => Number(one.nonce) - Number(other.nonce));
}

/**
 * After a mishap, a new module with the same state sends the next transaction without a nonce gap,
 * has a settled record of everything on chain, and waits for nothing else.
 */
async function expectRecovery(stored: Opened['state'], address: string, amount: number) {
  const nonce = Number((await readNonce(chain.url, address)) ?? 0n);
  const fresh = open({ stored });
  const { transaction_hash } = await execute(fresh, address, amount);
  const mined = await mine(address);
  const next = mined.find((each) => each.transaction_hash === transaction_hash);
  expect(Number(next?.nonce)).toBeGreaterThanOrEqual(nonce);
  expect(Number(await readNonce(chain.url, address))).toBe(Number(next?.nonce) + 1);

  expect(await trackTransactions(fresh.module)).toBeUndefined();
  expect(await fresh.module.transactions.open()).toEqual([]);
  const records = await fresh.module.transactions.recent(chainIds.sepolia, address);
  for (const { transaction_hash: hash } of mined)
    expect(records.find(({ txnHash }) => txnHash === hash)?.status).toBe('ACCEPTED_ON_L2');
  expect(records.filter(({ status }) => status === 'RECEIVED' || status === 'PENDING')).toEqual([]);
  return { mined, state: fresh.state };
}

/** The border crossings of a clean run, so that each can be made to fail. */
async function crossingsOf(stored: Opened['state'], address: string) {
  const { border, requests } = recordingBorder();
  const module = open({ stored, border });
  await execute(module, address, 1);
  await mine(address);
  return { requests, state: module.state };
}

describe('a module that fails in the middle of executeTxn', () => {
  // @promise T31.1
  it.each<[Mishap, number]>([
    ['killed', 0],
    ['request fails', 1],
    ['answer is lost', 2],
  ])(
    'keeps account and journal in step with the chain wherever: %s',
    async (mishap, addressIndex) => {
      const ready = await openAccount(chain.url, { addressIndex });
      const { address } = ready;
      await createBlock(chain.url);
      const clean = await crossingsOf(ready.state, address);
      const counts = mishap === 'answer is lost' ? hasEffect : () => true;
      const total = clean.requests.filter(counts).length;
      expect(total).toBeGreaterThan(5);

      let { state } = clean;
      let arrived = 0;
      for (let number = 1; number <= total; number += 1) {
        const before = await readNonce(chain.url, address);
        const failing = open({ stored: state, border: mishapBorder(mishap, number, counts) });
        const reply = await execute(failing, address, 1_000 + number).catch((error) => error);
        const sent = (await readNonce(chain.url, address)) !== before;
        if (sent) arrived += 1;
        // After a failure without a hash, the user may retry: nothing was sent.
        const hash: unknown = reply.transaction_hash ?? reply.data?.hash;
        if (mishap !== 'killed' && hash === undefined) expect(sent).toBe(false);
        if (mishap !== 'killed' && reply.transaction_hash) expect(sent).toBe(true);
        const recovered = await expectRecovery(failing.state, address, 2_000 + number);
        expect(recovered.mined).toHaveLength(sent ? 2 : 1);
        state = recovered.state;
      }
      expect(arrived).toBeGreaterThan(0);
      expect(arrived).toBeLessThan(total);
    },
    120_000,
  );

  it('recovers when it is killed between a deployment and the first call', async () => {
    const clean = await openAccount(chain.url, { addressIndex: 10, deployed: false });
    const { requests } = await crossingsOf(clean.state, clean.address);
    const dialog = requests.findIndex(({ method }) => method === 'snap_dialog');
    const outcomes = new Set<string>();
    for (let number = dialog + 2; number <= requests.length; number += 1) {
      const addressIndex = 20 + number;
      const ready = await openAccount(chain.url, { addressIndex, deployed: false });
      const { address } = ready;
      const killed = open({ stored: ready.state, border: mishapBorder('killed', number) });
      await execute(killed, address, 1).catch(() => undefined);
      const { module } = open({ stored: killed.state });
      const { deployTxnHash } = await module.accounts.get(chainIds.sepolia, address);
      const records = await module.transactions.recent(chainIds.sepolia, address);
      const hashes = [null, ...records.map(({ txnHash }) => txnHash)];
      expect(hashes).toContain(deployTxnHash);
      outcomes.add(String(await readNonce(chain.url, address)));
      await expectRecovery(killed.state, address, 2);
    }
    expect([...outcomes]).toEqual(['undefined', '1', '2']);
  }, 120_000);
});
