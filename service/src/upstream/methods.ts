/** Facts about a method whose calls go to a node. */
type Method = {
  /** The place of the block among the params. */
  blockAt?: number;
  /** It may be named by its hash, too. */
  takesHash?: true;
  /** An index lookup by number, hash or address, which delays no other. */
  isLookup?: true;
  /** The answer never changes once its block is final, and shows by its hash what it is. */
  isKept?: true;
};

/**
 * Methods open to every key: those in the specification's table of limits, and reads that leave no
 * state in the node. Their prices are in `clients/src/transport/credits.ts`.
 */
const methods: Readonly<Record<string, Method>> = {
  eth_getBlockByHash: { isLookup: true, isKept: true },
  eth_getBlockByNumber: { blockAt: 0, isLookup: true, isKept: true },
  eth_getTransactionByBlockNumberAndIndex: { blockAt: 0 },
  eth_getUncleByBlockNumberAndIndex: { blockAt: 0 },
  eth_getProof: { blockAt: 2, takesHash: true },
  eth_getBlockReceipts: { blockAt: 0, takesHash: true },
  eth_blobBaseFee: {},
  eth_blockNumber: { isLookup: true },
  eth_call: { blockAt: 1, takesHash: true },
  eth_chainId: { isLookup: true },
  eth_createAccessList: { blockAt: 1, takesHash: true },
  eth_estimateGas: { blockAt: 1, takesHash: true },
  eth_feeHistory: { blockAt: 1 },
  eth_gasPrice: {},
  eth_getBalance: { blockAt: 1, takesHash: true, isLookup: true },
  eth_getBlockTransactionCountByHash: { isLookup: true },
  eth_getBlockTransactionCountByNumber: { blockAt: 0, isLookup: true },
  eth_getCode: { blockAt: 1, takesHash: true, isLookup: true },
  eth_getLogs: {},
  eth_getStorageAt: { blockAt: 2, takesHash: true, isLookup: true },
  eth_getTransactionByBlockHashAndIndex: {},
  eth_getTransactionByHash: { isLookup: true },
  eth_getTransactionCount: { blockAt: 1, takesHash: true, isLookup: true },
  eth_getTransactionReceipt: { isLookup: true },
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
/** Nothing is known of a method that is not open. */
export const aboutMethod = (method: string): Method => (isOpen(method) && methods[method]) || {};
