import type { EthBlock } from '../schema/ethereum/block';
import { fromHex, keccak, toHexBytes, toTrimmed } from './bytes';
import { encodeRlpList } from './rlp';

/** How a field of a header is encoded: as the bytes that it is, or as a number without leading zeros. */
type Field = readonly [name: string, as: 'bytes' | 'number', otherName?: string];

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
  // EIP-7928: its name in the specification and geth, and Besu's of March 2026.
  ['blockAccessListHash', 'bytes', 'balHash'],
  ['slotNumber', 'number'],
];

/**
 * Hash of a block, computed from its header: a node that changes any field, such as the state root,
 * cannot keep the block's hash.
 *
 * @returns 32 bytes, hex; undefined if a field is missing or malformed
 */
export function blockHash(block: EthBlock): string | undefined {
  const fieldsByName = block as Readonly<Record<string, unknown>>;
  const valueIn = ([name, , otherName]: Field): unknown =>
    fieldsByName[name] ?? (otherName === undefined ? undefined : fieldsByName[otherName]);
  const fields = [...always, ...appended.filter((field) => valueIn(field) !== undefined)];
  const encoded = fields.map((field) => encodeField(valueIn(field), field[1]));
  if (encoded.every((field) => field !== undefined))
    return toHexBytes(keccak(encodeRlpList(encoded)));
  return undefined;
}

/** Fields of a block outside its header. */
const nonHeaderFields = [
  'hash',
  'size',
  'totalDifficulty',
  'transactions',
  'uncles',
  'withdrawals',
];

/**
 * Fields of a block that are unknown here. A later fork may have appended one to the header: the hash
 * of such a block cannot be computed yet.
 */
export function unknownFields(block: EthBlock): string[] {
  const knownNames = new Set([
    ...nonHeaderFields,
    ...[...always, ...appended].flatMap(([name, , otherName]) => [name, otherName]),
  ]);
  return Object.keys(block).filter((name) => !knownNames.has(name));
}

function encodeField(value: unknown, form: Field[1]): Uint8Array | undefined {
  if (typeof value !== 'string') return undefined;
  if (form === 'bytes') return fromHex(value);
  if (/^0x[0-9a-f]{1,64}$/iu.test(value)) return toTrimmed(BigInt(value));
  return undefined;
}
