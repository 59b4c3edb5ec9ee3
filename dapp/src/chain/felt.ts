import { say } from '../texts';
import { textError } from '../wallet/failure';
import { findHexFault } from './hexFault';

const hex = /^0x[0-9a-f]{1,64}$/iu;
/** Contract addresses are below 2^251 − 256 (Starknet documentation, "Contract address"). */
const addressBound = 2n ** 251n - 256n;
const ethereumDigits = 40;

/**
 * Parses an address that a person typed or pasted.
 * @throws an error with a sentence for the person who typed it
 */
export function parseAddress(text: string): string {
  const typed = text.trim();
  const fault = findHexFault(typed);
  if (fault !== null) throw textError(say('failures.address.hex', { fault }));
  if (!hex.test(typed)) throw textError(say('failures.address.start'));
  if (typed.length === ethereumDigits + 2) throw textError(say('failures.address.ethereum'));
  const value = BigInt(typed);
  if (value === 0n || value >= addressBound) throw textError(say('failures.address.none'));
  return `0x${value.toString(16).padStart(64, '0')}`;
}

export const isHex = (value: unknown): value is string =>
  typeof value === 'string' && hex.test(value);

/** `0x064b…5691`, for places where the full text is shown elsewhere. */
export const shorten = (text: string): string => {
  if (text.length > 16) return `${text.slice(0, 6)}…${text.slice(-4)}`;
  return text;
};

/** Splits a u256 into its two felts of calldata. */
export function u256Felts(value: bigint): [low: string, high: string] {
  const limb = 2n ** 128n;
  return [`0x${(value % limb).toString(16)}`, `0x${(value / limb).toString(16)}`];
}
