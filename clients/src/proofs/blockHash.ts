import type { EthBlock } from '../schema/ethereum/block';
import { fromHex, keccak, toHexBytes, toTrimmed } from './bytes';
import { encodeRlpList } from './rlp';

/** How a field of a header is encoded: as the bytes that it is, or as a number without leading zeros. */
type Field = readonly [name: string, as: 'bytes' | 'number'];

/**
 * The header's fields in the order of its hash: those of the Yellow Paper (4.3), then those that
 * later forks have appended (EIP-1559, 4895, 4844, 4788, 7685, 7928, 7843). A block of an older fork ends
 * with the field before the first that it lacks.
 */
const always: readonly Field[] = [
  ['parentHash', 'bytes'],
  ['sha3Uncles', 'bytes'],
  ['miner', 'bytes'],
  ['stateRoot', 'bytes'],
  ['transactionsRoot', 'bytes'],
  ['receiptsRoot', 'bytes'],
  ['logsBloom', 'bytes'],
  ['difficulty', 'number'],
  ['number', 'number'],
  ['gasLimit', 'number'],
  ['gasUsed', 'number'],
  ['timestamp', 'number'],
  ['extraData', 'bytes'],
  ['mixHash', 'bytes'],
  ['nonce', 'bytes'],
];
const appended: readonly Field[] = [
  ['baseFeePerGas', 'number'],
  ['withdrawalsRoot', 'bytes'],
  ['blobGasUsed', 'number'],
  ['excessBlobGas', 'number'],
  ['parentBeaconBlockRoot', 'bytes'],
  ['requestsHash', 'bytes'],
  ['balHash', 'bytes'],
  ['slotNumber', 'number'],
];

/**
 * Hash of a block, computed from its header: a node that changes any field, such as the state root,
 * cannot keep the block's hash.
 *
 * @returns 32 bytes, hex; undefined if a field is missing or malformed
 */
export function blockHash(block: EthBlock): string | undefined {
  const told = block as Readonly<Record<string, unknown>>;
  const fields = [...always, ...appended.filter(([name]) => told[name] !== undefined)];
  const encoded = fields.map(([name, as]) => encodeField(told[name], as));
  return encoded.every((field) => field !== undefined)
    ? toHexBytes(keccak(encodeRlpList(encoded)))
    : undefined;
}

function encodeField(value: unknown, as: Field[1]): Uint8Array | undefined {
  if (typeof value !== 'string') return undefined;
  if (as === 'bytes') return fromHex(value);
  return /^0x[0-9a-f]{1,64}$/iu.test(value) ? toTrimmed(BigInt(value)) : undefined;
}
