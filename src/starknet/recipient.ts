import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { ADDRESS_BOUND, type ChainId, chainName } from '../schema/primitives';
import { toAddress } from './felt';
import { readPaymentRequest } from './paymentRequest';
import { MASK_250 } from './selector';

/** Faults of a text that names nobody on Starknet. */
export type RecipientFault =
  | 'ethereum'
  | 'bech32'
  | 'foreign'
  | 'otherName'
  | 'otherChain'
  | 'notHex'
  | 'tooBig'
  | 'zero'
  | 'checksum';

/** Reads a text as a recipient. `typing`: the beginning of an address, so far. */
export type ReadRecipient =
  | { readonly kind: 'none' }
  | { readonly kind: 'typing'; readonly digits: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'fault'; readonly fault: RecipientFault };

const fault = (reason: RecipientFault): ReadRecipient => ({ kind: 'fault', fault: reason });

const ETHEREUM_DIGITS = 40;
/** Some tools drop the zeros at the beginning of an address; hardly any has more than these. */
const LEAST_DIGITS = 50;
const MOST_DIGITS = 64;

/** Digits of the hash above this make a letter a capital. */
const CAPITAL_FROM = 8;

/** An address in the mixed case that holds a checksum (like EIP-55, over Starknet Keccak). */
function checksummed(address: string): string {
  const digits = toAddress(address).slice(2);
  const plain = digits.replace(/^0+/u, '');
  const even = plain.padStart(plain.length + (plain.length % 2), '0');
  const hashed = [...keccak_256(hexToBytes(even))].map((byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  const hash = (BigInt(`0x${hashed.join('')}`) & MASK_250).toString(16).padStart(MOST_DIGITS, '0');
  return `0x${[...digits]
    .map((digit, index) =>
      Number.parseInt(hash[index] ?? '0', 16) >= CAPITAL_FROM ? digit.toUpperCase() : digit,
    )
    .join('')}`;
}

/** The text without what wallets and exchanges put before an address, and the chain named there. */
function unwrapped(text: string): { chain?: string; target: string } {
  const scheme = /^starknet:(.*)$/isu.exec(text)?.[1] ?? text;
  const request = readPaymentRequest(text);
  if (request) return { chain: request.chain, target: request.to };
  const chainMatch = /^(SN_\w+|0x534e5f[0-9a-f]+):(.*)$/isu.exec(scheme);
  if (chainMatch) return { chain: chainMatch[1] ?? '', target: chainMatch[2] ?? '' };
  return { target: scheme };
}

const isChain = (chainId: ChainId, nameOrId: string): boolean =>
  nameOrId.toLowerCase() === chainId.toLowerCase() || nameOrId.toUpperCase() === chainName(chainId);

/** Addresses of other networks, by what only they look like. */
const foreign = [
  /^(?:bc|tb|ltc|addr|cosmos|osmo)1[a-z0-9]{10,}$/iu,
  /^[13T][1-9A-HJ-NP-Za-km-z]{25,34}$/u,
  /^[1-9A-HJ-NP-Za-km-z]{32,48}$/u,
];

/** Reads a typed or pasted text as a recipient on a network. */
export function readRecipient(text: string, chainId: ChainId): ReadRecipient {
  const typed = text.trim();
  if (typed === '') return { kind: 'none' };
  if (/^(?:ethereum|eip155):/iu.test(typed)) return fault('ethereum');
  const { chain, target } = unwrapped(typed);
  if (chain !== undefined && !isChain(chainId, chain)) return fault('otherChain');
  if (/^strk[xu]?1/iu.test(target)) return fault('bech32');
  if (/\.stark$/iu.test(target)) return { kind: 'name', name: target.toLowerCase() };
  if (/^0x/iu.test(target)) return readHex(target.slice(2));
  if (/\.(?:sta|star)$/iu.test(target)) return { kind: 'typing', digits: 0 };
  if (/\.[a-z]{3,}$/iu.test(target)) return fault('otherName');
  if (foreign.some((form) => form.test(target))) return fault('foreign');
  return { kind: 'typing', digits: 0 };
}

function readHex(digits: string): ReadRecipient {
  if (!/^[0-9a-f]*$/iu.test(digits)) return fault('notHex');
  if (digits.length === ETHEREUM_DIGITS) return fault('ethereum');
  if (digits.length < LEAST_DIGITS) return { kind: 'typing', digits: digits.length };
  if (digits.length > MOST_DIGITS) return fault('tooBig');
  const value = BigInt(`0x${digits}`);
  if (value === 0n) return fault('zero');
  if (value >= ADDRESS_BOUND) return fault('tooBig');
  const address = toAddress(value);
  // Capitals alone are a spelling, and no checksum.
  const isMixed = /[A-F]/u.test(digits) && /[a-f]/u.test(digits);
  if (isMixed && !checksummed(address).endsWith(digits)) return fault('checksum');
  return { kind: 'address', address };
}
