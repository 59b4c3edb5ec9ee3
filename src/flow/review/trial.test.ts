import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { outsideMessage } from '../../../test/messages/outsideExecution';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedFirst } from '../../../test/wallet/storedAccounts';
import type { StoredAccount } from '../../schema/account';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import type { Transaction } from '../../starknet/transactions/transaction';

const VERY = '0x3';
const QUERY = '0x100000000000000000000000000000003';
const [account] = storedAccounts(chainIds.sepolia, 1);
const address = account?.address ?? '';
const calls = [transferCall(knownTokens.STRK.address, '0x7e57', 5n)];

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

const open = (deployment: StoredAccount['deployment'] = 'deployed') =>
  openModule({ sepoliaUrl: node.url, stored: storedFirst(chainIds.sepolia, { deployment }) });
const unsigned = ({ signature: _, ...transaction }: Transaction) => transaction;
const tried = () =>
  node.trials.filter(({ transactions }) => transactions.every(({ version }) => version === VERY));
const costed = () =>
  node.trials.filter(({ transactions }) => transactions.every(({ version }) => version === QUERY));

const bound = { max_amount: '0x100000', max_price_per_unit: '0x200000000' };
const given = { l1_gas: bound, l1_data_gas: bound, l2_gas: bound };

/** A cheap one, as no honest node has it of these calls. */
const estimated = {
  l1_gas_consumed: '0x0',
  l1_gas_price: '0x1',
  l1_data_gas_price: '0x1',
  l2_gas_consumed: '0x1',
  l2_gas_price: '0x1',
  l1_data_gas_consumed: '0x1',
  overall_fee: '0x2',
  unit: 'FRI',
};

/** Whatever a dapp can say beside its calls. */
const said: [string, object][] = [
  ['nothing', {}],
  ['a block', { blockIdentifier: 7 }],
  ['the hash of a block', { blockIdentifier: '0xb10c' }],
  ['the newest block', { blockIdentifier: 'latest' }],
  ['that validation is skipped', { skipValidate: true, blockIdentifier: 'l1_accepted' }],
  ['a nonce', { nonce: '0x9' }],
  ['a tip', { tip: '0x64' }],
  ['a limit', { maxFee: '0x8e1bc9bf040000' }],
  ['bounds', { resourceBounds: given }],
];

describe('a review of what is sent', () => {
  // @promise T9.1 P6.1
  it.each(said)('tries out what is sent, in the newest state, whoever says %s', async (...row) => {
    const [, details] = row;
    await open().invoke('xnet_executeTxn', { address, calls, details });
    expect(node.sent).toHaveLength(1);
    expect(tried().map(({ transactions }) => transactions.map(unsigned))).toEqual([
      node.sent.map(unsigned),
    ]);
    expect(tried()[0]).toMatchObject({
      block_id: 'pre_confirmed',
      simulation_flags: ['SKIP_VALIDATE'],
    });
    // The fee is that of a transaction whose validation counts.
    expect(costed()).toEqual([]);
    expect(node.estimates.length).toBeGreaterThan(0);
    for (const { block_id, simulation_flags, request } of node.estimates) {
      expect(block_id).toBe('pre_confirmed');
      expect(simulation_flags).toEqual([]);
      expect(request.map(({ version }) => version)).toEqual([QUERY]);
    }
  });

  // @promise P6.1
  it('estimates by a simulation in the newest state if the estimate reverts', async () => {
    node.says.instead.starknet_estimateFee = () => ({
      error: { code: 41, message: 'It failed.', data: { execution_error: { error: 'No.' } } },
    });
    const details = { blockIdentifier: 7, skipValidate: true };
    await open().invoke('xnet_executeTxn', { address, calls, details });
    expect(node.sent).toHaveLength(1);
    expect(costed()).toMatchObject([
      { block_id: 'pre_confirmed', simulation_flags: ['SKIP_FEE_CHARGE'] },
    ]);
  });

  it.each([
    ['none', 0],
    ['one more', 2],
  ])('estimates by a simulation if %s of the estimates came', async (_, count) => {
    node.says.instead.starknet_estimateFee = () => ({
      result: Array.from({ length: count }, () => estimated),
    });
    await open().invoke('xnet_executeTxn', { address, calls });
    expect(costed()).toHaveLength(1);
    expect(node.sent).toHaveLength(1);
    expect(node.sent[0]?.resource_bounds.l2_gas.max_amount).toBe('0x16e360');
  });

  it('fails without a dialog if neither estimate nor simulation matches the request', async () => {
    node.says.instead.starknet_estimateFee = () => ({ result: [estimated, estimated] });
    node.says.instead.starknet_simulateTransactions = () => ({ result: [] });
    const opened = open();
    await expect(opened.invoke('xnet_executeTxn', { address, calls })).rejects.toMatchObject({
      kind: 'nodeFault',
    });
    expect(opened.dialogs).toEqual([]);
    expect(node.sent).toEqual([]);
  });

  it('estimates in the newest state also with a node that simulates nothing', async () => {
    node.says.instead.starknet_simulateTransactions = () => ({
      error: { code: -32603, message: 'Internal error' },
    });
    const asked: unknown[] = [];
    node.says.instead.starknet_estimateFee = ({
      block_id,
      simulation_flags,
    }: Record<string, unknown>) => {
      asked.push([block_id, simulation_flags]);
      return { error: { code: -32603, message: 'Internal error' } };
    };
    const details = { blockIdentifier: 7, skipValidate: true };
    await open()
      .invoke('xnet_executeTxn', { address, calls, details })
      .catch(() => undefined);
    expect(asked.length).toBeGreaterThan(0);
    for (const one of asked) expect(one).toEqual(['pre_confirmed', []]);
  });

  // @promise P6.2
  it('lets no signature leave before the user agrees; noise stands in its place', async () => {
    const opened = open();
    await opened.invoke('xnet_executeTxn', { address, calls });
    await opened.invoke('xnet_executeTxn', { address, calls });
    const signatures = tried().map(({ transactions: [first] }) => first?.signature ?? []);
    expect(signatures).toHaveLength(2);
    for (const felts of signatures) {
      expect(felts).toHaveLength(2);
      for (const felt of felts) expect(BigInt(felt) < 2n ** 251n).toBe(true);
    }
    const known = new Set([...signatures, ...node.sent.map(({ signature }) => signature)].flat());
    expect(known.size).toBe(8);
  });

  it('tries the deployment out with the first call', async () => {
    const contractNotFound = { error: { code: 20, message: 'Contract not found' } };
    node.says.instead.starknet_getNonce = () => contractNotFound;
    await open('unknown')
      .invoke('xnet_executeTxn', { address, calls })
      .catch(() => undefined);
    expect(tried().map(({ transactions }) => transactions.map(({ type }) => type))).toEqual([
      ['DEPLOY_ACCOUNT', 'INVOKE'],
    ]);
    expect(node.estimates.map(({ request }) => request.length)).toEqual([2]);
  });
});

describe('a review of what is only signed', () => {
  it.each(said)('tries it out in the newest state, whoever says %s', async (...row) => {
    const [, details] = row;
    const whole = { nonce: '0x9', resourceBounds: given, ...details };
    const params = { address, chainId: chainIds.sepolia, transactions: calls };
    const asked = open().invoke('xnet_signTransaction', { ...params, transactionsDetail: whole });
    if ('version' in details) await expect(asked).rejects.toMatchObject({ kind: 'invalidParams' });
    else await asked;
    for (const { block_id, transactions } of node.trials) {
      expect(block_id).toBe('pre_confirmed');
      expect(transactions.map(({ version }) => version)).toEqual([VERY]);
    }
    expect(node.trials).toHaveLength('version' in details ? 0 : 1);
  });

  it('tries the calls of an outside execution out as a real transaction, without a balance', async () => {
    const window = { after: 1, before: Math.floor(Date.now() / 1000) + 3_600 };
    const wished = { version: '2' as const, calls, caller: '0x5', ...window };
    node.says.balance = 0n;
    await open().invoke('xnet_signMessage', {
      signerAddress: address,
      chainId: chainIds.sepolia,
      typedDataMessage: outsideMessage(wished),
    });
    expect(node.trials).toMatchObject([
      {
        block_id: 'pre_confirmed',
        simulation_flags: ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'],
        transactions: [{ version: VERY, nonce: '0x5' }],
      },
    ]);
    const [amounts] = node.trials[0]?.transactions.map((one) => one.resource_bounds) ?? [];
    expect(BigInt(amounts?.l2_gas.max_amount ?? 0) > 0n).toBe(true);
  });
});

describe('an estimate that a dapp asks for', () => {
  it('estimates for a dapp on the block that it names', async () => {
    const asked: unknown[] = [];
    node.says.instead.starknet_estimateFee = (params: { block_id: unknown }) => {
      asked.push(params.block_id);
      return { result: [estimated] };
    };
    const details = { blockIdentifier: 7, skipValidate: true };
    await open().invoke('xnet_estimateFee', { address, invocations: calls, details });
    expect(asked).toEqual([{ block_number: 7 }]);
    expect(node.trials).toEqual([]);
  });
});
