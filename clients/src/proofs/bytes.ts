import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

export const keccak = (bytes: Uint8Array): Uint8Array => keccak_256(bytes);

/** Decodes a text of `0x` and whole bytes; undefined for any other text. */
export function fromHex(text: string): Uint8Array | undefined {
  if (/^0x(?:[0-9a-f]{2})*$/iu.test(text)) return hexToBytes(text.slice(2));
  return undefined;
}

export const toHexBytes = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`;

/** Big-endian bytes of a number without leading zeros, as a trie stores them. */
export function toTrimmed(value: bigint): Uint8Array {
  const digits = value === 0n ? '' : value.toString(16);
  return fromHex(`0x${digits.length % 2 === 0 ? digits : `0${digits}`}`) ?? new Uint8Array();
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
