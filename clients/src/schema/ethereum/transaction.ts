import { array, type Infer, nullable, optional, refine, type } from '@metamask/superstruct';
import { Address, Data, EthQuantity, Hash, Word } from './primitives';

const legacyType = '0x0';
/** Ethereum's own types (EIP-2718), whose signatures say which of two keys made them. */
const signedTypes = [legacyType, '0x1', '0x2', '0x3', '0x4'];

const fields = type({
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
  v: optional(EthQuantity),
  value: EthQuantity,
  yParity: optional(EthQuantity),
});

/**
 * A transaction in a block. Amounts in wei; a node's additional fields are kept unchanged. The
 * specification writes `chainID`, nodes send `chainId`: both are accepted.
 * `v` may be absent where other chains define the type (Arbitrum's begin at 0x64), and where a node
 * sends `yParity` instead.
 */
export const EthTransaction = refine(
  fields,
  'transaction',
  ({ v, yParity, type: of }) =>
    v !== undefined ||
    !signedTypes.includes(of) ||
    (yParity !== undefined && of !== legacyType) ||
    'Expected v, the recovery id of its signature',
);
export type EthTransaction = Infer<typeof EthTransaction>;
