import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FaultServer, type RpcAnswer, startFaultServer } from '../../test/chain/faultServer';
import { openModule } from '../../test/wallet/openModule';
import { storedRecord } from '../../test/wallet/records';
import { storedAccounts, storedFirst } from '../../test/wallet/storedAccounts';
import { chainIds } from '../schema/primitives';
import { FOREIGN_NONCE, type StoredTransaction } from '../schema/transaction';

const COMPANION = 'https://companion.example';
const transactionHash = storedRecord(1).txnHash;
const notFound: RpcAnswer = { error: { code: 29, message: 'Transaction hash not found' } };

let node: FaultServer;
let answer: RpcAnswer;
beforeEach(async () => {
  answer = notFound;
  node = await startFaultServer((method) => {
    if (method === 'starknet_chainId') return { result: chainIds.sepolia };
    if (method === 'starknet_specVersion') return { result: '0.10.2' };
    if (method === 'starknet_getClassHashAt') return { result: '0x1' };
    return answer;
  });
});
afterEach(() => node.stop());

const open = () => openModule({ sepoliaUrl: node.url, companions: [COMPANION] });

describe('xnet_getTransactionStatus', () => {
  // @row xnet_getTransactionStatus states
  it.each([
    ['RECEIVED', { finality_status: 'RECEIVED' }],
    ['RECEIVED', { finality_status: 'CANDIDATE' }],
    ['PENDING', { finality_status: 'PRE_CONFIRMED', execution_status: 'SUCCEEDED' }],
    ['ACCEPTED_ON_L2', { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' }],
    ['ACCEPTED_ON_L2', { finality_status: 'ACCEPTED_ON_L1', execution_status: 'REVERTED' }],
  ])('returns %s for a node’s %j', async (status, result) => {
    answer = { result };
    expect(await open().invoke('xnet_getTransactionStatus', { transactionHash })).toBe(status);
  });

  it.each(['RECEIVED', 'PENDING', 'ACCEPTED_ON_L2', 'REJECTED'] as const)(
    'returns %s if the journal says so and no node knows the transaction',
    async (status) => {
      const { invoke, module } = open();
      await module.transactions.add(storedRecord(1, { status }));
      const asked = { transactionHash: transactionHash.toUpperCase().replace('0X', '0x000') };
      expect(await invoke('xnet_getTransactionStatus', asked, COMPANION)).toBe(status);
    },
  );

  it('notes that another party’s transaction has deployed an account of the site', async () => {
    const SITE = 'https://dapp.example';
    const stored = storedFirst(chainIds.sepolia, {}, [SITE]);
    const { invoke } = openModule({ sepoliaUrl: node.url, stored });
    const isDeployed = async () => (await invoke('xnet_getState', {}, SITE)).accounts[0].isDeployed;
    answer = { result: { finality_status: 'RECEIVED' } };
    await invoke('xnet_getTransactionStatus', { transactionHash }, SITE);
    expect(await isDeployed()).toBe(false);
    expect(node.calls).not.toContain('starknet_getClassHashAt');
    answer = { result: { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' } };
    await invoke('xnet_getTransactionStatus', { transactionHash }, SITE);
    expect(await isDeployed()).toBe(true);
  });

  it.each<[string, Partial<StoredTransaction>, string, boolean]>([
    ['its own', { nonce: '0x1' }, 'SUCCEEDED', true],
    ['its own, reverted', { nonce: '0x1' }, 'REVERTED', true],
    ['its own, seen by the tracker', { nonce: '0x1', status: 'ACCEPTED_ON_L2' }, 'SUCCEEDED', true],
    ['sent by another account', { nonce: FOREIGN_NONCE }, 'REVERTED', false],
  ])('notes that an account is deployed by an accepted transaction: %s', async (...row) => {
    const [, sent, execution_status, isDeployed] = row;
    const [{ address: senderAddress = '' } = {}] = storedAccounts(chainIds.sepolia, 1);
    const { invoke, module } = openModule({
      sepoliaUrl: node.url,
      stored: storedFirst(chainIds.sepolia, {}, [COMPANION]),
    });
    await module.transactions.add(storedRecord(1, { ...sent, senderAddress }));
    answer = { result: { finality_status: 'ACCEPTED_ON_L2', execution_status } };
    await invoke('xnet_getTransactionStatus', { transactionHash }, COMPANION);
    const { accounts } = await invoke('xnet_getState', {}, COMPANION);
    expect(accounts[0].isDeployed).toBe(isDeployed);
    expect(node.calls).not.toContain('starknet_getClassHashAt');
  });

  it('distinguishes an unknown transaction from one with a status', async () => {
    await expect(
      open().invoke('xnet_getTransactionStatus', { transactionHash }),
    ).rejects.toMatchObject({ kind: 'unknownTransaction' });
  });

  it.each([[{}], [{ transactionHash: 'hash' }], [{ transactionHash, chainId: 1 }]])(
    'refuses %j',
    async (params) => {
      await expect(open().invoke('xnet_getTransactionStatus', params)).rejects.toMatchObject({
        kind: 'invalidParams',
      });
      expect(node.calls).not.toContain('starknet_getTransactionStatus');
    },
  );
});
