import {
  array,
  boolean,
  coerce,
  type Infer,
  integer,
  nullable,
  optional,
  refine,
  type,
} from '@metamask/superstruct';
import { Address, Bloom, Data, EthQuantity, Hash } from './primitives';
import { isOwnType } from './transaction';

const EthLog = type({
  address: Address,
  topics: array(Hash),
  data: Data,
  blockNumber: EthQuantity,
  transactionHash: Hash,
  transactionIndex: EthQuantity,
  blockHash: Hash,
  logIndex: EthQuantity,
  removed: boolean(),
});

/** Some nodes send the status as a number. */
const Status = coerce(EthQuantity, integer(), (status) => `0x${status.toString(16)}`);

const fields = type({
  blockHash: Hash,
  blockNumber: EthQuantity,
  contractAddress: nullable(Address),
  cumulativeGasUsed: EthQuantity,
  from: Address,
  gasUsed: EthQuantity,
  /** Absent or null only for a type of another chain. */
  effectiveGasPrice: optional(nullable(EthQuantity)),
  logs: array(EthLog),
  logsBloom: Bloom,
  /** 0x1 for success. Receipts from before Byzantium have the state `root` instead. */
  status: optional(nullable(Status)),
  root: optional(nullable(Hash)),
  to: nullable(Address),
  transactionHash: Hash,
  transactionIndex: EthQuantity,
  type: EthQuantity,
});
/** The receipt of a transaction; gas in units, prices in wei. */
export const EthReceipt = refine(fields, 'a receipt', (receipt) => {
  if (!(receipt.status ?? receipt.root)) return 'Expected a status, or the root of the state';
  const isPriced = receipt.effectiveGasPrice != null || !isOwnType(receipt);
  return isPriced || 'Expected effectiveGasPrice, what was paid for its gas';
});
export type EthReceipt = Infer<typeof EthReceipt>;
