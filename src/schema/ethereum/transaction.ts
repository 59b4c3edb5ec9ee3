import { array, type Infer, nullable, optional, type } from '@metamask/superstruct';
import { Address, Data, Hash, Quantity, Word } from './primitives';

/**
 * A transaction of a block. Amounts in wei; a node's further fields are kept as they are. The
 * specification writes `chainID`, nodes send `chainId`: either is taken.
 */
export const EthTransaction = type({
  accessList: optional(array(type({ address: Address, storageKeys: array(Hash) }))),
  blockHash: nullable(Hash),
  blockNumber: nullable(Quantity),
  chainId: optional(Quantity),
  chainID: optional(Quantity),
  from: Address,
  gas: Quantity,
  /** Null in old replies where only the fee caps were known. */
  gasPrice: nullable(Quantity),
  hash: Hash,
  input: Data,
  maxPriorityFeePerGas: optional(Quantity),
  maxFeePerGas: optional(Quantity),
  nonce: Quantity,
  r: Word,
  s: Word,
  to: nullable(Address),
  transactionIndex: nullable(Quantity),
  type: Quantity,
  v: Quantity,
  value: Quantity,
});
export type EthTransaction = Infer<typeof EthTransaction>;
