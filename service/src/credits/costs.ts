import type { Call } from '../rpc/readCalls';

/** Credits for a method that has no price of its own. */
const unknownMethod = 80;

/** Credits of the JSON-RPC methods, from the specification's table of limits. */
const methods: Readonly<Record<string, number>> = {
  eth_getBlockByHash: 80,
  eth_getBlockByNumber: 80,
  eth_getTransactionByBlockNumberAndIndex: 150,
  eth_getUncleByBlockNumberAndIndex: 150,
  eth_getProof: 150,
  eth_getBlockReceipts: 1_000,
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

export const costOfMethod = (method: string): number =>
  Object.hasOwn(methods, method) ? (methods[method] ?? unknownMethod) : unknownMethod;

/** An element of a batch that is no call costs what a refused request costs. */
export const costOfCall = (call: Call | null): number =>
  call === null ? refusedCost : costOfMethod(call.method);

export const costOfEvent = (subscription: string): number =>
  Object.hasOwn(events, subscription) ? (events[subscription] ?? unknownMethod) : unknownMethod;
