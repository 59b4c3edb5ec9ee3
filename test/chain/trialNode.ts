import { chainIds } from '../../src/schema/primitives';
import { toHex } from '../../src/starknet/felt';
import { type Transaction, transactionHash } from '../../src/starknet/transactions/transaction';
import { type FaultServer, type RpcAnswer, startFaultServer } from './faultServer';
import { gatewayRefusal } from './gateway';
import { orderedEvents, type TokenEvent } from './orderedEvents';

/** A request of starknet_simulateTransactions. */
export type Trial = {
  transactions: Transaction[];
  simulation_flags: string[];
  block_id: unknown;
};

/** A request of starknet_estimateFee. */
export type Estimate = { request: Transaction[]; simulation_flags: string[]; block_id: unknown };

export type TrialNode = FaultServer & {
  trials: Trial[];
  estimates: Estimate[];
  sent: Transaction[];
  /** What it reports from now on. */
  says: {
    nonce: bigint;
    balance: bigint;
    gas: bigint;
    gasPrice: bigint;
    /** Events emitted by simulated transactions; by default, those that the calls order. */
    events(trial: Trial): TokenEvent[];
    /** Responses that replace the usual ones, by method. */
    instead: Record<string, (params: never) => RpcAnswer>;
  };
};

const STRK = 10n ** 18n;

/**
 * A loopback server for the requests of a review, which can lie, and which refuses what the network's
 * gateway refuses: tests of an honest node's behaviour use a real one.
 */
export async function startTrialNode(): Promise<TrialNode> {
  const trials: Trial[] = [];
  const estimates: Estimate[] = [];
  const sent: Transaction[] = [];
  const says: TrialNode['says'] = {
    nonce: 5n,
    balance: 100n * STRK,
    gas: 1_000_000n,
    gasPrice: 10n ** 10n,
    events: ({ transactions }) => orderedEvents(transactions),
    instead: {},
  };
  const cost = () => ({
    l1_gas_consumed: '0x0',
    l1_gas_price: '0x1',
    l2_gas_consumed: toHex(says.gas),
    l2_gas_price: toHex(says.gasPrice),
    l1_data_gas_consumed: '0x80',
    l1_data_gas_price: '0x3',
    unit: 'FRI',
    overall_fee: toHex(says.gas * says.gasPrice),
  });
  const invocation = (trial: Trial, sender: string) => ({
    contract_address: sender,
    caller_address: '0x0',
    events: [],
    is_reverted: false,
    calls: says.events(trial).map(({ from, keys, data }, order) => ({
      contract_address: from,
      caller_address: sender,
      calls: [],
      is_reverted: false,
      events: [{ order, keys, data }],
    })),
  });
  const usual: Record<string, (params: never) => RpcAnswer> = {
    starknet_chainId: () => ({ result: chainIds.sepolia }),
    starknet_specVersion: () => ({ result: '0.10.2' }),
    starknet_getNonce: () => ({ result: toHex(says.nonce) }),
    starknet_call: () => ({ result: [toHex(says.balance), '0x0'] }),
    starknet_getClassHashAt: () => ({ error: { code: 20, message: 'Contract not found' } }),
    starknet_estimateFee(estimate: Estimate) {
      estimates.push(estimate);
      return { result: estimate.request.map(cost) };
    },
    starknet_simulateTransactions(trial: Trial) {
      trials.push(trial);
      return {
        result: trial.transactions.map(({ type, ...rest }) => ({
          fee_estimation: cost(),
          transaction_trace:
            type === 'INVOKE' && 'sender_address' in rest
              ? { type, execute_invocation: invocation(trial, rest.sender_address) }
              : { type, constructor_invocation: invocation(trial, '0x1') },
        })),
      };
    },
    starknet_addInvokeTransaction({ invoke_transaction }: { invoke_transaction: Transaction }) {
      const error = gatewayRefusal(invoke_transaction, says.nonce);
      if (error) return { error };
      sent.push(invoke_transaction);
      const transaction_hash = transactionHash(invoke_transaction, chainIds.sepolia);
      return { result: { transaction_hash } };
    },
  };
  const server = await startFaultServer((method, params) => {
    const answer = says.instead[method] ?? usual[method];
    return answer?.(params as never) ?? { error: { code: -32601, message: 'Method not found' } };
  });
  return { ...server, trials, estimates, sent, says };
}
