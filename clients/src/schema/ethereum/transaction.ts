import {
  array,
  dynamic,
  type Infer,
  nullable,
  optional,
  refine,
  type Struct,
  type,
} from '@metamask/superstruct';
import { Address, Data, EthQuantity, Hash, Word } from './primitives';

const legacyType = '0x0';
/** Ethereum's own types (EIP-2718), whose signatures say which of two keys made them. */
const signedTypes: readonly unknown[] = [legacyType, '0x1', '0x2', '0x3', '0x4'];

/** True unless a value names a type of another chain. */
export const isOwnType = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  !('type' in value) ||
  signedTypes.includes(value.type);

const shared = {
  accessList: optional(array(type({ address: Address, storageKeys: array(Hash) }))),
  blockHash: nullable(Hash),
  blockNumber: nullable(EthQuantity),
  from: Address,
  gas: EthQuantity,
  hash: Hash,
  input: Data,
  to: nullable(Address),
  transactionIndex: nullable(EthQuantity),
  type: EthQuantity,
  value: EthQuantity,
};

const absentOrNull = <T, S>(struct: Struct<T, S>) => optional(nullable(struct));

const signed = refine(
  type({
    ...shared,
    /** Null where nothing protects it from being sent on another chain, too. */
    chainId: absentOrNull(EthQuantity),
    chainID: absentOrNull(EthQuantity),
    /** Null in old replies that contain only the fee caps. */
    gasPrice: nullable(EthQuantity),
    maxPriorityFeePerGas: optional(EthQuantity),
    maxFeePerGas: optional(EthQuantity),
    nonce: EthQuantity,
    r: Word,
    s: Word,
    v: optional(EthQuantity),
    yParity: optional(EthQuantity),
  }),
  'transaction',
  ({ v, yParity, type: txnType }) =>
    v !== undefined ||
    (yParity !== undefined && txnType !== legacyType) ||
    'Expected v, the recovery id of its signature',
);

/** A type of another chain: a system may have made it, without signature, price or chain id. */
const foreign = type({
  ...shared,
  to: absentOrNull(Address),
  chainId: absentOrNull(EthQuantity),
  chainID: absentOrNull(EthQuantity),
  gasPrice: absentOrNull(EthQuantity),
  maxPriorityFeePerGas: absentOrNull(EthQuantity),
  maxFeePerGas: absentOrNull(EthQuantity),
  nonce: absentOrNull(EthQuantity),
  r: absentOrNull(Word),
  s: absentOrNull(Word),
  v: absentOrNull(EthQuantity),
  yParity: absentOrNull(EthQuantity),
});

/** A transaction of a type that is not Ethereum's own may lack what concerns signature and price. */
export type EthTransaction = Infer<typeof signed> | Infer<typeof foreign>;

/**
 * A transaction in a block. Amounts in wei; a node's additional fields are kept unchanged. The
 * specification writes `chainID`, nodes send `chainId`: both are accepted. `v` may be absent where a
 * node sends `yParity` instead.
 */
export const EthTransaction = dynamic<EthTransaction>(
  (value) =>
    // The struct of that very type.
    (isOwnType(value) ? signed : foreign) as unknown as Struct<EthTransaction, null>,
);
