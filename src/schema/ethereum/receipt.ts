import { array, boolean, type Infer, nullable, optional, type } from '@metamask/superstruct';
import { Address, Bloom, Data, Hash, Quantity } from './primitives';

const EthLog = type({
  address: Address,
  topics: array(Hash),
  data: Data,
  blockNumber: Quantity,
  transactionHash: Hash,
  transactionIndex: Quantity,
  blockHash: Hash,
  logIndex: Quantity,
  removed: boolean(),
});

/** What came of a transaction; gas in units, prices in wei. */
export const EthReceipt = type({
  blockHash: Hash,
  blockNumber: Quantity,
  contractAddress: nullable(Address),
  cumulativeGasUsed: Quantity,
  from: Address,
  gasUsed: Quantity,
  effectiveGasPrice: Quantity,
  logs: array(EthLog),
  logsBloom: Bloom,
  /** 0x1 for success. Receipts from before Byzantium have the state's `root` in its place. */
  status: optional(Quantity),
  root: optional(Hash),
  to: nullable(Address),
  transactionHash: Hash,
  transactionIndex: Quantity,
  type: Quantity,
});
export type EthReceipt = Infer<typeof EthReceipt>;
