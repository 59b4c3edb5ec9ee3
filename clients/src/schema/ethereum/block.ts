import { array, dynamic, type Infer, nullable, optional, type } from '@metamask/superstruct';
import { Address, Bloom, Bytes8, Data, EthQuantity, Hash } from './primitives';
import { EthTransaction } from './transaction';

/** Fields shared by blocks and uncles; nullable fields are null in a node's pending block. */
const header = {
  difficulty: EthQuantity,
  extraData: Data,
  gasLimit: EthQuantity,
  gasUsed: EthQuantity,
  hash: nullable(Hash),
  logsBloom: nullable(Bloom),
  miner: nullable(Address),
  mixHash: optional(Hash),
  /** Some nodes leave it out of a pending block. */
  nonce: optional(nullable(Bytes8)),
  number: nullable(EthQuantity),
  parentHash: Hash,
  receiptsRoot: Hash,
  sha3Uncles: Hash,
  size: EthQuantity,
  stateRoot: Hash,
  timestamp: EthQuantity,
  totalDifficulty: optional(nullable(EthQuantity)),
  transactionsRoot: Hash,
  uncles: array(Hash),
};

const blockHashes = array(Hash);
const transactions = array(EthTransaction);

/** A block; a node's additional fields are kept unchanged. Timestamp in Unix seconds. */
export const EthBlock = type({
  ...header,
  /** Full transactions if requested, otherwise their hashes. */
  transactions: dynamic<string[] | EthTransaction[]>(
    (value) =>
      (Array.isArray(value) && typeof value[0] === 'string' ? blockHashes : transactions) as never,
  ),
});
export type EthBlock = Infer<typeof EthBlock>;

/** An uncle has no transactions of its own; some nodes tell no size of it. */
export const EthUncle = type({ ...header, size: optional(nullable(EthQuantity)) });
export type EthUncle = Infer<typeof EthUncle>;
