import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import {
  bytesToHex,
  concatBytes,
  hexToBytes,
  randomBytes,
  utf8ToBytes,
} from '@noble/hashes/utils.js';
import { MAX_VALUE, Point, Signature, sign, verify } from '@scure/starknet';
import { fail } from '@xnet/clients/errors';
import { byteDigits } from '../../schema/primitives';
import { countEffort } from '../effort';
import { toHex } from '../felt';
import type { KeySeed } from './classes/accountClass';

/** The parent of all account keys: coin type 9004 (SLIP-44), the first account, external keys. */
export const KEYS_PATH = ['m', "44'", "9004'", "0'", '0'] as const;

/**
 * The node KEYS_PATH as `snap_getBip32Entropy` returns it, in 0x hex. It includes the uncompressed
 * public key, so deriving the keys below needs no arithmetic on secp256k1.
 */
export type Bip44Node = {
  readonly privateKey?: string | undefined;
  readonly publicKey: string;
  readonly chainCode: string;
  readonly depth: number;
};

/** A throwaway node that no user has. */
export function randomNode(): Bip44Node {
  const random = (length: number) => bytesToHex(randomBytes(length));
  const [privateKey, chainCode] = [`0x${random(32)}`, `0x${random(32)}`];
  return { privateKey, publicKey: `0x04${random(64)}`, chainCode, depth: 4 };
}

const INDEXES = 2 ** 31;
const BYTES_32 = /^0x[0-9a-f]{64}$/iu;
const PUBLIC_KEY = /^0x04[0-9a-f]{128}$/iu;
const SECP256K1_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const STARK_ORDER = Point.Fn.ORDER;
/** Small tables: the library's own take longer to build than they ever save here. */
const GENERATOR = Point.BASE.precompute(4);
let hasTable = false;
/** Takes some 15 ms the first time; later calls are free. */
export function makeTable(): void {
  if (!hasTable) GENERATOR.multiply(1n);
  hasTable = true;
}
/** Digests from here on are skipped, so that the remainder modulo the order has no bias. */
const GRIND_LIMIT = 2n ** 256n - (2n ** 256n % STARK_ORDER);
/** One digest in 32 is skipped, so this is never reached unless the hash is broken. */
const GRIND_ATTEMPTS = 100_000;

/** Registers a buffer with a secret to be wiped at the end; returns it. */
type Keep = (bytes: Uint8Array) => Uint8Array;

function requireIndex(addressIndex: number): void {
  if (!Number.isInteger(addressIndex) || addressIndex < 0 || addressIndex >= INDEXES)
    fail('invalidParams', 'addressIndex is a whole number from 0 to 2147483647.');
}

/** Throws unless the wallet gave the node KEYS_PATH. */
function requireNode({ privateKey = '', publicKey, chainCode, depth }: Bip44Node): void {
  if (depth !== 4) fail('internal', `The wallet gave another node than ${KEYS_PATH.join('/')}.`);
  if (![privateKey, chainCode].every((text) => BYTES_32.test(text)) || !PUBLIC_KEY.test(publicKey))
    fail('internal', 'The wallet gave no usable key.');
}

/**
 * A secret of the phrase for one purpose, from which no key of an account follows: HMAC-SHA-256 of
 * the purpose.
 * @returns 32 bytes, which the caller wipes
 */
export function derivePurposeSecret(node: Bip44Node, purpose: string): Uint8Array<ArrayBuffer> {
  requireNode(node);
  const key = hexToBytes((node.privateKey ?? '').slice(2));
  const secret = hmac(sha256, key, utf8ToBytes(purpose));
  key.fill(0);
  return secret;
}

/** Path of the key of one account. */
export function derivationPath(addressIndex: number): string {
  requireIndex(addressIndex);
  return [...KEYS_PATH, addressIndex].join('/');
}

/**
 * The private step of BIP-32 (CKDpriv). Own code, because every one of its buffers is wiped.
 * @returns the child's private key and chain code
 */
function deriveChild(
  parent: Bip44Node,
  index: number,
  keep: Keep,
): [key: Uint8Array, code: Uint8Array] {
  requireNode(parent);
  const { privateKey = '', publicKey, chainCode } = parent;
  const input = keep(new Uint8Array(37));
  const point = hexToBytes(publicKey.slice(2));
  // Compressed form: a prefix of 2 or 3 by the parity of y, then x.
  input.set([2 + (Number(point[64]) % 2), ...point.subarray(1, 33)]);
  new DataView(input.buffer).setUint32(33, index);
  const digest = keep(hmac(sha512, keep(hexToBytes(chainCode.slice(2))), input));
  const tweak = bytesToNumberBE(digest.subarray(0, 32));
  const parentKey = keep(hexToBytes(privateKey.slice(2)));
  const scalar = (tweak + bytesToNumberBE(parentKey)) % SECP256K1_ORDER;
  // BIP-32: such a child does not exist. The chance is below 2^-127.
  if (tweak >= SECP256K1_ORDER || scalar === 0n) fail('internal', 'This key does not exist.');
  return [keep(numberToBytesBE(scalar, 32)), digest.subarray(32)];
}

/** Material that is ground to an account's key. */
function seedOf(parent: Bip44Node, index: number, seed: KeySeed, keep: Keep): Uint8Array {
  const [key, code] = deriveChild(parent, index, keep);
  if (seed === 'key') return key;
  return keep(concatBytes(key, code));
}

/** EIP-2645 "grinding": SHA-256(seed, i) for i = 0, 1, … until one is evenly spread mod n. */
export function grind(seed: Uint8Array, keep: Keep): Uint8Array {
  for (let attempt = 0; attempt < GRIND_ATTEMPTS; attempt++) {
    const suffix = hexToBytes(byteDigits(attempt.toString(16)));
    const input = keep(new Uint8Array(seed.length + suffix.length));
    input.set(seed, 0);
    input.set(suffix, seed.length);
    const candidate = bytesToNumberBE(keep(sha256(input)));
    if (candidate >= GRIND_LIMIT) continue;
    const scalar = candidate % STARK_ORDER;
    if (scalar === 0n) break;
    return keep(numberToBytesBE(scalar, 32));
  }
  return fail('internal', 'No STARK key could be made from this seed.');
}

/**
 * Lends the 32-byte STARK key of one account to `use`, then wipes it and every intermediate buffer
 * before returning. `use` must finish synchronously and keep no reference.
 *
 * Not wiped: the hex text inside `node`, the immutable numbers of the curve arithmetic, and copies
 * that the garbage collector has moved.
 * @throws invalidParams for a bad index; internal for a bad node or an asynchronous `use`.
 */
export function withPrivateKey<T>(
  node: Bip44Node,
  addressIndex: number,
  use: (privateKey: Uint8Array) => T,
  seed: KeySeed = 'key',
): T {
  requireIndex(addressIndex);
  countEffort('derivation');
  const secrets: Uint8Array[] = [];
  const keep: Keep = (bytes) => {
    secrets.push(bytes);
    return bytes;
  };
  try {
    const result = use(grind(seedOf(node, addressIndex, seed, keep), keep));
    if (result instanceof Promise) fail('internal', 'A key is lent to synchronous work only.');
    return result;
  } finally {
    for (const bytes of secrets) bytes.fill(0);
  }
}

/** The private key as a scalar in [1, n). */
function parsePrivateKey(privateKey: Uint8Array): bigint {
  const scalar = privateKey.length === 32 ? bytesToNumberBE(privateKey) : 0n;
  if (scalar === 0n || scalar >= STARK_ORDER) fail('internal', 'The private key is out of range.');
  return scalar;
}

/** The private key in hex, as other wallets import it. A text cannot be wiped: only to be shown. */
export const privateKeyText = (privateKey: Uint8Array): string =>
  toHex(parsePrivateKey(privateKey));

/** The x coordinate of the key's point, which account contracts store. */
export function derivePublicKey(privateKey: Uint8Array): string {
  countEffort('multiplication');
  return toHex(GENERATOR.multiply(parsePrivateKey(privateKey)).x);
}

/**
 * ECDSA on the STARK curve with the nonce of RFC 6979: the same hash and key always give the same
 * (r, s). Signatures are not reduced to low s, so (r, n − s) verifies too; never use a signature as
 * an identifier.
 * @throws internal if the hash is not below 2^251 or the key is out of range.
 */
export function signHash(hash: string, privateKey: Uint8Array): [r: string, s: string] {
  if (BigInt(hash) >= MAX_VALUE) fail('internal', 'The hash to sign is not below 2^251.');
  parsePrivateKey(privateKey);
  countEffort('multiplication');
  const { r, s } = sign(hash, privateKey);
  return [toHex(r), toHex(s)];
}

/**
 * Whether the key with the given x coordinate made the signature. As on chain, either point with
 * that x counts. Values out of range return false, never an error.
 */
export function verifyHash(hash: string, signature: readonly string[], publicKey: string): boolean {
  const [r, s, ...excess] = signature;
  if (r === undefined || s === undefined || excess.length > 0) return false;
  return ['02', '03'].some((parity) => {
    // Two at once.
    countEffort('multiplication', 2);
    try {
      const point = parity + BigInt(publicKey).toString(16).padStart(64, '0');
      return verify(new Signature(BigInt(r), BigInt(s)), hash, point);
    } catch {
      return false;
    }
  });
}
