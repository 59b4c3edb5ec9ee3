import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FaultServer, type RpcAnswer, startFaultServer } from '../../test/chain/faultServer';
import { openModule } from '../../test/wallet/openModule';
import { storedRecord } from '../../test/wallet/records';
import { storedAccounts, storedGrants } from '../../test/wallet/storedAccounts';
import type { StoredAccount } from '../schema/account';
import { chainIds } from '../schema/primitives';

const SITE = 'https://dapp.example';
const [account] = storedAccounts(chainIds.sepolia, 1) as [StoredAccount];

let status: RpcAnswer;
let node: FaultServer;
beforeEach(async () => {
  node = await startFaultServer((method) => {
    if (method === 'starknet_chainId') return { result: chainIds.sepolia };
    if (method === 'starknet_specVersion') return { result: '0.10.2' };
    return method === 'starknet_getTransactionStatus'
      ? status
      : { error: { code: 29, message: '' } };
  });
});
afterEach(() => node.stop());

const open = (changes: Partial<StoredAccount> = {}) =>
  openModule({
    sepoliaUrl: node.url,
    stored: {
      plain: {
        accounts: { [chainIds.sepolia]: [{ ...account, ...changes }] },
        grants: storedGrants([chainIds.sepolia], 1, [SITE]),
      },
    },
  });

describe('the names of before, as their callers digest the replies', () => {
  it.each([
    ['ACCEPTED_ON_L2', 'SUCCEEDED', null],
    ['ACCEPTED_ON_L1', 'REVERTED', 'u256_sub Overflow'],
    ['PRE_CONFIRMED', 'SUCCEEDED', null],
  ])(
    'returns the status %s and %s as an object',
    async (finality_status, execution_status, reason) => {
      const { invoke } = open();
      const failure = reason === null ? {} : { failure_reason: reason };
      status = { result: { finality_status, execution_status, ...failure } };
      const transactionHash = '0x7';
      const told = await invoke('starkNet_getTransactionStatus', { transactionHash });
      expect(told).toEqual({
        finalityStatus: finality_status,
        executionStatus: execution_status,
        failureReason: reason,
      });
      expect(await invoke('xnet_getTransactionStatus', { transactionHash })).toMatch(/^[A-Z_2]+$/u);
    },
  );

  it('returns the status of a transaction that no node knows yet', async () => {
    const { invoke, module } = open();
    const record = storedRecord(1, { senderAddress: account.address });
    await module.transactions.add(record);
    status = { error: { code: 29, message: 'Transaction hash not found' } };
    expect(
      await invoke('starkNet_getTransactionStatus', { transactionHash: record.txnHash }),
    ).toEqual({ finalityStatus: 'RECEIVED', executionStatus: null, failureReason: null });
  });

  it.each(['starkNet_getTransactions', 'starkNet_getTransaction'])(
    'lists transactions in capitals with their calls by %s',
    async (method) => {
      const { invoke, module } = open();
      const now = Math.floor(module.now() / 1000);
      const record = storedRecord(1, { senderAddress: account.address, timestamp: now });
      await module.transactions.add(record);
      const params = { senderAddress: account.address, onlyFromState: true };
      expect(await invoke(method, params)).toMatchObject([
        {
          txnHash: record.txnHash,
          txnType: 'INVOKE_FUNCTION',
          accountCalls: { [record.contractAddress]: [{ contractFuncName: 'transfer' }] },
        },
      ]);
      const [own] = await invoke('xnet_getTransactions', params);
      expect(own).toMatchObject({ txnType: 'invoke' });
      expect(own).not.toHaveProperty('accountCalls');
    },
  );

  type Row = [StoredAccount['accountClass'], StoredAccount['deployment'], boolean[]];
  it.each<Row>([
    ['argent040', 'unknown', [false, false, false]],
    ['argent040', 'deployed', [true, false, false]],
    ['argent024', 'unknown', [false, true, false]],
    ['argent024', 'deployed', [true, false, true]],
  ])('lists an account %s, %s, with booleans', async (accountClass, deployment, told) => {
    const { invoke } = open({ accountClass, deployment });
    const [isDeployed, deployRequired, upgradeRequired] = told;
    for (const method of ['starkNet_listAccounts', 'starkNet_getStoredUserAccounts'])
      expect(await invoke(method)).toMatchObject([{ isDeployed, deployRequired, upgradeRequired }]);
  });

  it('lists tokens with their network', async () => {
    const { invoke } = open();
    const tokens = await invoke('starkNet_getStoredErc20Tokens', { chainId: 'SN_MAIN' });
    expect(tokens.length).toBeGreaterThanOrEqual(12);
    for (const token of tokens) expect(token).toMatchObject({ chainId: chainIds.mainnet });
  });
});
