import { creditsOf, creditsOfStatus } from '@xnet/clients/transport/credits';
import type { Call, NoCall } from '../rpc/readCalls';

/**
 * Methods open to every key: those in the specification's table of limits, and reads that leave no
 * state in the node.
 */
const openMethods = [
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getUncleByBlockNumberAndIndex',
  'eth_getProof',
  'eth_getBlockReceipts',
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleByBlockHashAndIndex',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_syncing',
  'net_version',
  'web3_clientVersion',
  // WebSocket only.
  'eth_subscribe',
  'eth_unsubscribe',
] as const;

/** Credits of each open method. */
export const methodCosts: Readonly<Record<string, number>> = Object.fromEntries(
  openMethods.map((method) => [method, creditsOf(method)]),
);

export const isOpen = (method: string): boolean => Object.hasOwn(methodCosts, method);

/** Credits of one event that a subscription delivers. */
const events: Readonly<Record<string, number>> = {
  newHeads: 50,
  logs: 300,
  newPendingTransactions: 200,
};

/** Malformed calls cost the same alone and in a batch. */
export const costOfCall = (call: Call | NoCall): number =>
  'error' in call ? creditsOfStatus(400) : creditsOf(call.method);

export const costOfEvent = (subscription: string): number =>
  (Object.hasOwn(events, subscription) ? events[subscription] : undefined) ??
  creditsOf(subscription);
