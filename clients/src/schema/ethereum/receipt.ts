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
  effectiveGasPrice: EthQuantity,
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
export const EthReceipt = refine(
  fields,
  'a receipt',
  ({ status, root }) => Boolean(status ?? root) || 'Expected a status, or the root of the state',
);
export type EthReceipt = Infer<typeof EthReceipt>;
