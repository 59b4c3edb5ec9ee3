import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { fail } from '../errors';
import { toHex } from './felt';

/** Entry points of Cairo 0 that take any selector; both have selector 0 by definition. */
const fallbacks = new Set(['__default__', '__l1_default__']);
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/u;
const MASK_250 = 2n ** 250n - 1n;

/**
 * Selector of an entry point: the low 250 bits of Keccak-256 of its name.
 * @throws invalidParams unless the name is a Cairo identifier, so that a selector in hex or a
 * look-alike in another script is never hashed as if it were a name.
 */
export function selectorOf(name: string): string {
  if (!IDENTIFIER.test(name)) fail('invalidParams', 'An entry point is named by an identifier.');
  if (fallbacks.has(name)) return '0x0';
  return toHex(BigInt(`0x${bytesToHex(keccak_256(utf8ToBytes(name)))}`) & MASK_250);
}
