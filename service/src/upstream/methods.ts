/** What is known of a method whose calls go to a node. Positions are those among the params. */
type Method = {
  /** Where the block stands in whose state it reads: nodes drop that early. */
  stateAt?: number;
  /** Where the block stands of which it reads what happened in it. */
  historyAt?: number;
  /** The answer changes with the newest block, whatever the params. */
  isOfNewest?: true;
  /** An index lookup by number, hash or address, which delays no other. */
  isLookup?: true;
  /** The answer never changes once its block is final. */
  isKept?: true;
};

/**
 * Methods open to every key: those in the specification's table of limits, and reads that leave no
 * state in the node. Their prices are in `clients/src/transport/credits.ts`.
 */
const methods: Readonly<Record<string, Method>> = {
  eth_getBlockByHash: { isLookup: true, isKept: true },
  eth_getBlockByNumber: { historyAt: 0, isLookup: true, isKept: true },
  eth_getTransactionByBlockNumberAndIndex: { historyAt: 0, isKept: true },
  eth_getUncleByBlockNumberAndIndex: { historyAt: 0 },
  eth_getProof: { stateAt: 2 },
  eth_getBlockReceipts: { historyAt: 0, isKept: true },
  eth_blobBaseFee: {},
  eth_blockNumber: { isOfNewest: true, isLookup: true },
  eth_call: { stateAt: 1 },
  eth_chainId: { isLookup: true },
  eth_createAccessList: { stateAt: 1 },
  eth_estimateGas: { stateAt: 1 },
  eth_feeHistory: { isOfNewest: true },
  eth_gasPrice: { isOfNewest: true },
  eth_getBalance: { stateAt: 1, isLookup: true },
  eth_getBlockTransactionCountByHash: { isLookup: true },
  eth_getBlockTransactionCountByNumber: { historyAt: 0, isLookup: true },
  eth_getCode: { stateAt: 1, isLookup: true },
  eth_getLogs: {},
  eth_getStorageAt: { stateAt: 2, isLookup: true },
  eth_getTransactionByBlockHashAndIndex: { isKept: true },
  eth_getTransactionByHash: { isLookup: true, isKept: true },
  eth_getTransactionCount: { stateAt: 1, isLookup: true },
  eth_getTransactionReceipt: { isLookup: true, isKept: true },
  eth_getUncleByBlockHashAndIndex: {},
  eth_getUncleCountByBlockHash: {},
  eth_getUncleCountByBlockNumber: {},
  eth_maxPriorityFeePerGas: {},
  eth_syncing: {},
  net_version: {},
  web3_clientVersion: {},
  // WebSocket only.
  eth_subscribe: {},
  eth_unsubscribe: {},
};

export const openMethods = Object.keys(methods);
export const isOpen = (method: string): boolean => Object.hasOwn(methods, method);
/** Of a method that is not open, nothing is known. */
export const aboutMethod = (method: string): Method => (isOpen(method) && methods[method]) || {};
