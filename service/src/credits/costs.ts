import type { Call } from '../rpc/readCalls';

/** Credits for a method that has no price of its own. */
const unknownMethod = 80;

/**
 * The methods that everybody may call, and their credits: those of the specification's table of
 * limits, and reads that leave nothing behind in the node.
 */
export const methodCosts: Readonly<Record<string, number>> = {
  eth_getBlockByHash: 80,
  eth_getBlockByNumber: 80,
  eth_getTransactionByBlockNumberAndIndex: 150,
  eth_getUncleByBlockNumberAndIndex: 150,
  eth_getProof: 150,
  eth_getBlockReceipts: 1_000,
  eth_blobBaseFee: 80,
  eth_blockNumber: 80,
  eth_call: 80,
  eth_chainId: 80,
  eth_createAccessList: 80,
  eth_estimateGas: 80,
  eth_feeHistory: 80,
  eth_gasPrice: 80,
  eth_getBalance: 80,
  eth_getBlockTransactionCountByHash: 80,
  eth_getBlockTransactionCountByNumber: 80,
  eth_getCode: 80,
  eth_getLogs: 80,
  eth_getStorageAt: 80,
  eth_getTransactionByBlockHashAndIndex: 150,
  eth_getTransactionByHash: 80,
  eth_getTransactionCount: 80,
  eth_getTransactionReceipt: 80,
  eth_getUncleByBlockHashAndIndex: 150,
  eth_getUncleCountByBlockHash: 80,
  eth_getUncleCountByBlockNumber: 80,
  eth_maxPriorityFeePerGas: 80,
  eth_syncing: 80,
  net_version: 80,
  web3_clientVersion: 80,
  /** Over a WebSocket. */
  eth_subscribe: 80,
  eth_unsubscribe: 80,
};

/** Credits of one event that a subscription delivers. */
const events: Readonly<Record<string, number>> = {
  newHeads: 50,
  logs: 300,
  newPendingTransactions: 200,
};

/** Credits of any call of the gas API. */
export const gasCost = 80;
/** Credits of a batch, beside those of each of its calls: as an unknown method. */
export const batchCost = unknownMethod;
/** Credits of a request that is answered with a 4xx other than 402 and 429. */
export const refusedCost = 5;

export const isPriced = (method: string): boolean => Object.hasOwn(methodCosts, method);

export const costOfMethod = (method: string): number =>
  isPriced(method) ? (methodCosts[method] ?? unknownMethod) : unknownMethod;

/** An element of a batch that is no call costs what a refused request costs. */
export const costOfCall = (call: Call | null): number =>
  call === null ? refusedCost : costOfMethod(call.method);

export const costOfEvent = (subscription: string): number =>
  Object.hasOwn(events, subscription) ? (events[subscription] ?? unknownMethod) : unknownMethod;
