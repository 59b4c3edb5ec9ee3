import { array, type Infer, nullable, optional, type } from '@metamask/superstruct';
import { Address, Data, EthQuantity, Hash, Word } from './primitives';

/**
 * A transaction in a block. Amounts in wei; a node's additional fields are kept unchanged. The
 * specification writes `chainID`, nodes send `chainId`: both are accepted.
 */
export const EthTransaction = type({
  accessList: optional(array(type({ address: Address, storageKeys: array(Hash) }))),
  blockHash: nullable(Hash),
  blockNumber: nullable(EthQuantity),
  chainId: optional(EthQuantity),
  chainID: optional(EthQuantity),
  from: Address,
  gas: EthQuantity,
  /** Null in old replies that contain only the fee caps. */
  gasPrice: nullable(EthQuantity),
  hash: Hash,
  input: Data,
  maxPriorityFeePerGas: optional(EthQuantity),
  maxFeePerGas: optional(EthQuantity),
  nonce: EthQuantity,
  r: Word,
  s: Word,
  to: nullable(Address),
  transactionIndex: nullable(EthQuantity),
  type: EthQuantity,
  v: EthQuantity,
  value: EthQuantity,
});
export type EthTransaction = Infer<typeof EthTransaction>;
