import { expect, it } from '@jest/globals';
import { startFaultServer } from '../../../test/chain/faultServer';
import { startTrialNode } from '../../../test/chain/trialNode';
import { openPage } from '../../../test/wallet/openPage';
import { sender, storedRecord } from '../../../test/wallet/records';
import { sayEnglish } from '../../../test/wallet/sayEnglish';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { getLinkName } from '../../ui/home/view';
import { trackTransactions } from '../history/track';
import { fetchSettledBlocks } from './records';

it.each([
  ['http://127.0.0.1:9/', false],
  ['https://node.example/', true],
])('links a record of a chain read at %s to an explorer page: %s', async (sepoliaUrl, hasPage) => {
  const { press, now, module } = openPage({ sepoliaUrl });
  const record = storedRecord(1);
  await module.transactions.add(record);
  await press(getLinkName('record', record.txnHash));
  const shown = await now();
  expect(shown).toContain(`"${record.txnHash}"`);
  expect(shown.includes('voyager.online')).toBe(hasPage);
  expect(shown.includes('Explorer page')).toBe(hasPage);
});

// @promise T8.2
it('reads the block of a record from its own receipt alone', async () => {
  const chainId = chainIds.sepolia;
  const record = storedRecord(1, { status: 'ACCEPTED_ON_L2' });
  let transaction_hash = storedRecord(2).txnHash;
  const node = await startFaultServer((method) => {
    if (method === 'starknet_chainId') return { result: chainId };
    if (method === 'starknet_specVersion') return { result: '0.10.2' };
    const status = { finality_status: 'ACCEPTED_ON_L1', execution_status: 'SUCCEEDED' };
    const actual_fee = { amount: '0x1', unit: 'FRI' };
    return {
      result: {
        type: 'INVOKE',
        transaction_hash,
        actual_fee,
        ...status,
        events: [],
        block_number: 5,
      },
    };
  });
  const accounts = { [chainId]: [{ ...storedAccounts(chainId, 1)[0], address: sender }] };
  const { module } = openPage({ sepoliaUrl: node.url, stored: { plain: { accounts } } });
  const block = async () => {
    await fetchSettledBlocks(module, chainId);
    return (await module.transactions.find(chainId, record.txnHash))?.blockNumber;
  };
  try {
    await module.transactions.add(record);
    expect(await block()).toBeUndefined();
    transaction_hash = record.txnHash;
    expect(await block()).toBe(5);
  } finally {
    await node.stop();
  }
});

it('follows a transaction in sight until it settles, and no longer', async () => {
  const [account] = storedAccounts(chainIds.sepolia, 1);
  const status = { finality: 'PRE_CONFIRMED' };
  const node = await startTrialNode();
  node.says.instead.starknet_getTransactionStatus = () => ({
    result: { finality_status: status.finality, execution_status: 'SUCCEEDED' },
  });
  try {
    const stored = { plain: { accounts: { [chainIds.sepolia]: [account] } } };
    const { press, refresh, now, module, events } = openPage({ sepoliaUrl: node.url, stored });
    const record = { ...storedRecord(1), senderAddress: account?.address ?? sender };
    await module.transactions.add({ ...record, status: 'RECEIVED' });
    const wakes = () => events.filter(({ request }) => request.method === 'refreshHome').length;
    await press(getLinkName('record', record.txnHash));
    expect(await now()).toContain(sayEnglish('home.pending'));
    const before = wakes();
    await refresh();
    expect(wakes()).toBe(before + 1);
    status.finality = 'ACCEPTED_ON_L2';
    await trackTransactions(module); // the tracker's own job may come first
    await refresh();
    expect(await now()).toContain(sayEnglish('home.accepted'));
    await refresh();
    expect(wakes()).toBe(before + 1);
  } finally {
    await node.stop();
  }
});

it.each(['invoke', 'deploy'] as const)(
  'shows what a transaction (%s) cost as soon as it is accepted, and asks for it once',
  async (txnType) => {
    const [account] = storedAccounts(chainIds.sepolia, 1);
    const senderAddress = account?.address ?? sender;
    const record = storedRecord(1, { senderAddress, txnType });
    const { txnHash: transaction_hash } = record;
    const node = await startTrialNode();
    let receipts = 0;
    Object.assign(node.says.instead, {
      starknet_blockNumber: () => ({ result: 9 }),
      starknet_getTransactionStatus: () => ({
        result: { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' },
      }),
      starknet_getTransactionReceipt: () => {
        receipts += 1;
        const actual_fee = { amount: '0x2386f26fc10000', unit: 'FRI' };
        return { result: { transaction_hash, actual_fee, block_number: 8 } };
      },
      starknet_getTransactionByHash: () => ({
        result:
          txnType === 'deploy'
            ? { transaction_hash, type: 'DEPLOY_ACCOUNT' }
            : { transaction_hash, type: 'INVOKE', sender_address: senderAddress },
      }),
    });
    try {
      const stored = { plain: { accounts: { [chainIds.sepolia]: [account] } } };
      const { press, refresh, now, module } = openPage({ sepoliaUrl: node.url, stored });
      await module.transactions.add(record);
      await press(getLinkName('record', transaction_hash));
      expect(await now()).toContain(sayEnglish('home.accepted'));
      expect(await now()).toContain('0.01 STRK');
      await refresh();
      expect(receipts).toBe(1);
      const kept = await module.transactions.find(chainIds.sepolia, transaction_hash);
      expect(kept?.fee).toBe('0x2386f26fc10000');
    } finally {
      await node.stop();
    }
  },
);
