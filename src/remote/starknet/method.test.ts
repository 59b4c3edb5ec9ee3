import { describe, expect, it } from '@jest/globals';
import { starknet_addDeployAccountTransaction } from './starknet_addDeployAccountTransaction';
import { starknet_addInvokeTransaction } from './starknet_addInvokeTransaction';
import { starknet_blockHashAndNumber } from './starknet_blockHashAndNumber';
import { starknet_blockNumber } from './starknet_blockNumber';
import { starknet_call } from './starknet_call';
import { starknet_chainId } from './starknet_chainId';
import { starknet_estimateFee } from './starknet_estimateFee';
import { starknet_getBlockWithTxHashes } from './starknet_getBlockWithTxHashes';
import { starknet_getClassHashAt } from './starknet_getClassHashAt';
import { starknet_getEvents } from './starknet_getEvents';
import { starknet_getNonce } from './starknet_getNonce';
import { starknet_getTransactionByHash } from './starknet_getTransactionByHash';
import { starknet_getTransactionReceipt } from './starknet_getTransactionReceipt';
import { starknet_getTransactionStatus } from './starknet_getTransactionStatus';
import { starknet_simulateTransactions } from './starknet_simulateTransactions';
import { starknet_specVersion } from './starknet_specVersion';
import { starknet_traceTransaction } from './starknet_traceTransaction';

const at = { block_id: 'latest', contract_address: '0x1' } as const;
const calls = {
  starknet_chainId: starknet_chainId(),
  starknet_specVersion: starknet_specVersion(),
  starknet_blockHashAndNumber: starknet_blockHashAndNumber(),
  starknet_blockNumber: starknet_blockNumber(),
  starknet_getNonce: starknet_getNonce(at),
  starknet_getClassHashAt: starknet_getClassHashAt(at),
  starknet_call: starknet_call({
    request: { contract_address: '0x1', entry_point_selector: '0x2', calldata: [] },
    block_id: 'latest',
  }),
  starknet_estimateFee: starknet_estimateFee({
    request: [{}],
    simulation_flags: ['SKIP_VALIDATE'],
    block_id: 'pre_confirmed',
  }),
  starknet_simulateTransactions: starknet_simulateTransactions({
    transactions: [{}],
    simulation_flags: ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'],
    block_id: { block_number: 7 },
  }),
  starknet_getTransactionStatus: starknet_getTransactionStatus({ transaction_hash: '0x1' }),
  starknet_getTransactionReceipt: starknet_getTransactionReceipt({ transaction_hash: '0x1' }),
  starknet_traceTransaction: starknet_traceTransaction({ transaction_hash: '0x1' }),
  starknet_addInvokeTransaction: starknet_addInvokeTransaction({ invoke_transaction: {} }),
  starknet_addDeployAccountTransaction: starknet_addDeployAccountTransaction({
    deploy_account_transaction: {},
  }),
};

it.each(Object.entries(calls))('names %s as on the wire', (name, call) => {
  expect(call.method).toBe(name);
  expect(call.idempotent).toBe(!name.includes('_add'));
});

it.each(Object.entries(calls))('refuses a result of another shape from %s', (_, call) => {
  for (const wrong of [null, undefined, 'x', -1, {}, [null], { transaction_hash: 'x' }, [{}]])
    expect(() => call.readResult(wrong)).toThrow(expect.objectContaining({ kind: 'nodeFault' }));
});

describe('params', () => {
  it('sends params by name, felts without leading zeros', () => {
    const call = starknet_getNonce({ block_id: 'pre_confirmed', contract_address: '0x00Ab' });
    expect(call.params).toEqual({ block_id: 'pre_confirmed', contract_address: '0xab' });
  });

  it('refuses params that no node could accept, with their path', () => {
    const wrong = () => starknet_getNonce({ block_id: 'latest', contract_address: 'nobody' });
    expect(wrong).toThrow(
      expect.objectContaining({ kind: 'invalidParams', data: { path: 'contract_address' } }),
    );
  });
});

describe('results', () => {
  const byHash = starknet_getTransactionByHash({ transaction_hash: '0x1' });
  const blockAt = starknet_getBlockWithTxHashes({ block_id: { block_number: 1 } });
  // @promise T8.1
  it.each([
    { call: byHash, name: 'transaction_hash', other: '0x2', own: '0x01' },
    { call: blockAt, name: 'block_number', other: 2, own: 1 },
  ])('refuses a result of $call.method that names another $name', ({ call, name, other, own }) => {
    const told = { transaction_hash: '0x1', type: 'INVOKE', timestamp: 1, transactions: [] };
    const refusal = expect.objectContaining({ message: expect.stringContaining('something else') });
    expect(() => call.readResult({ ...told, [name]: other })).toThrow(refusal);
    expect(call.readResult({ ...told, [name]: own })).toMatchObject({ type: 'INVOKE' });
  });

  it('accepts fields that are not known', () => {
    const call = calls.starknet_addInvokeTransaction;
    const { transaction_hash } = call.readResult({ transaction_hash: '0x0A', more: true });
    expect(transaction_hash).toBe('0xa');
  });

  it('accepts null for an absent field of a status', () => {
    const told = { finality_status: 'RECEIVED', execution_status: null, failure_reason: null };
    const { failure_reason, execution_status } =
      calls.starknet_getTransactionStatus.readResult(told);
    expect(failure_reason).toBeUndefined();
    expect(execution_status).toBeUndefined();
  });

  const invocation = (calls: unknown[]) => ({
    contract_address: '0x1',
    entry_point_selector: '0x2',
    calldata: ['0x3'],
    caller_address: '0x0',
    class_hash: '0x4',
    call_type: 'CALL',
    result: [],
    calls,
    events: [{ order: 0, keys: ['0x1'], data: [] }],
    is_reverted: false,
  });
  const price = { l1_gas_price: '0x1', l2_gas_price: '0x1', l1_data_gas_price: '0x1' };
  const gas = { l1_gas_consumed: '0x1', l2_gas_consumed: '0x1', l1_data_gas_consumed: '0x1' };
  const fee_estimation = { ...price, ...gas, overall_fee: '0x3', unit: 'FRI' };
  const readTraces = (...traces: unknown[]) =>
    calls.starknet_simulateTransactions.readResult(
      traces.map((transaction_trace) => ({ transaction_trace, fee_estimation })),
    );

  it('reads calls within calls, and reverts, from a simulation', () => {
    const nested = invocation([invocation([invocation([])])]);
    const traces = [
      { type: 'INVOKE', execute_invocation: nested },
      { type: 'INVOKE', execute_invocation: { revert_reason: 'No.' } },
      { type: 'DEPLOY_ACCOUNT', constructor_invocation: invocation([]) },
    ];
    const told = readTraces(...traces);
    expect(told.map(({ transaction_trace }) => transaction_trace)).toEqual(traces);
    expect(told[0]?.fee_estimation).toEqual(fee_estimation);
  });

  it.each([
    { contract_address: '?' },
    { caller_address: undefined },
    { is_reverted: 'no' },
    { calls: {} },
    { events: [{ order: 0, keys: ['?'], data: [] }] },
    { events: [{ order: 0.5, keys: [], data: [] }] },
  ])('checks the traces of a simulation at every depth: %j', (fault) => {
    const execute_invocation = invocation([invocation([{ ...invocation([]), ...fault }])]);
    expect(() => readTraces({ type: 'INVOKE', execute_invocation })).toThrow(
      expect.objectContaining({ kind: 'nodeFault' }),
    );
  });

  it.each([
    { type: 'L1_HANDLER' },
    { type: 'L1_HANDLER', execute_invocation: invocation([]) },
    { type: 'constructor' },
    { type: 'DEPLOY_ACCOUNT' },
    { type: 'INVOKE', execute_invocation: { revert_reason: 5 } },
    {},
    null,
    'INVOKE',
    { type: 'INVOKE' },
  ])('refuses a simulation with a trace of another type: %j', (trace) => {
    expect(() => readTraces(trace)).toThrow(expect.objectContaining({ kind: 'nodeFault' }));
  });

  // @promise T6.1
  it.each(['WEI', 'USD', undefined])('refuses a fee in %s', (unit) => {
    const told = { ...fee_estimation, unit };
    expect(() => calls.starknet_estimateFee.readResult([told])).toThrow(
      expect.objectContaining({ kind: 'nodeFault' }),
    );
    expect(calls.starknet_estimateFee.readResult([fee_estimation])).toEqual([fee_estimation]);
    const traced = { transaction_trace: { type: 'DECLARE' }, fee_estimation: told };
    expect(() => calls.starknet_simulateTransactions.readResult([traced])).toThrow(
      expect.objectContaining({ kind: 'nodeFault' }),
    );
  });

  // @promise T6.1
  it.each(Object.keys(fee_estimation))('refuses a fee without %s', (name) => {
    const told = { ...fee_estimation, [name]: undefined };
    expect(() => calls.starknet_estimateFee.readResult([told])).toThrow(
      expect.objectContaining({ kind: 'nodeFault' }),
    );
  });

  it('accepts a simulation wrapped together with the initial reads', () => {
    const transaction_trace = { type: 'DECLARE' };
    const simulated_transactions = [{ transaction_trace, fee_estimation }];
    expect(
      calls.starknet_simulateTransactions.readResult({ simulated_transactions, initial_reads: {} }),
    ).toEqual(simulated_transactions);
  });

  // @promise P21.1
  it('refuses more events than a page holds', () => {
    const event = { from_address: '0x1', keys: [], data: [], transaction_hash: '0x2' };
    const page = (length: number) => ({ events: Array.from({ length }, () => event) });
    const call = starknet_getEvents({ filter: { chunk_size: 1 } });
    expect(call.readResult(page(1_024)).events).toHaveLength(1_024);
    expect(() => call.readResult(page(1_025))).toThrow(
      expect.objectContaining({ kind: 'nodeFault' }),
    );
  });

  it('refuses a result that is nested too deep to be read', () => {
    let deep = invocation([]);
    for (let depth = 0; depth < 20_000; depth += 1) deep = invocation([deep]);
    expect(() => readTraces({ type: 'INVOKE', execute_invocation: deep })).toThrow(
      expect.objectContaining({
        kind: 'nodeFault',
        message: expect.stringContaining('cannot be read'),
      }),
    );
  });
});
