import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { fail } from '@xnet/clients/errors';
import { countEffort } from './effort';
import { toHex } from './felt';

/** Cairo 0 entry points that accept any selector; both have selector 0 by definition. */
const fallbacks = new Set(['__default__', '__l1_default__']);
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/u;
export const MASK_250 = 2n ** 250n - 1n;

/** Bytes that one permutation takes. */
export const KECCAK_RATE = 136;

/** Starknet Keccak: the low 250 bits of Keccak-256 of the text in UTF-8. */
export function starknetKeccak(text: string): bigint {
  countEffort('keccak', 1 + text.length / KECCAK_RATE);
  return BigInt(`0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`) & MASK_250;
}

/** True for a Cairo identifier, the format of entry point names. */
export const isIdentifier = (name: string): boolean => IDENTIFIER.test(name);

/** Cached selectors by name; bounded, since callers choose the names. */
const selectors = new Map<string, string>();
const MOST_KNOWN = 500;

/**
 * Selector of an entry point: the low 250 bits of Keccak-256 of its name.
 * @throws invalidParams unless the name is a Cairo identifier, so that a selector in hex or a
 * look-alike in another script is never hashed as if it were a name.
 */
export function getSelector(name: string): string {
  if (!isIdentifier(name)) fail('invalidParams', 'An entry point is named by an identifier.');
  if (fallbacks.has(name)) return '0x0';
  const selector = selectors.get(name) ?? toHex(starknetKeccak(name));
  if (selectors.size >= MOST_KNOWN) selectors.clear();
  selectors.set(name, selector);
  return selector;
}

/** Entry points to recognise by selector. */
const wellKnown = [
  'transfer',
  'transfer_from',
  'transferFrom',
  'approve',
  'increase_allowance',
  'increaseAllowance',
  'decrease_allowance',
  'decreaseAllowance',
  'set_approval_for_all',
  'setApprovalForAll',
  'mint',
  'burn',
  'deposit',
  'withdraw',
  'swap',
  'multi_route_swap',
  'upgrade',
  'initialize',
  'change_owner',
  'change_guardian',
  'add_owner',
  'remove_owner',
  'set_public_key',
  'setPublicKey',
  'execute_from_outside',
  'execute_from_outside_v2',
];
export const isWellKnown = (name: string): boolean => wellKnown.includes(name);

let names: ReadonlyMap<string, string> | undefined;

/** The name of a selector in canonical hex, if it is well known. */
export function nameOfSelector(selector: string): string | undefined {
  names ??= new Map(wellKnown.map((name) => [getSelector(name), name]));
  return names.get(selector);
}
