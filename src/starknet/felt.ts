import { fail } from '../errors';

/** A non-negative number as canonical hex: 0x, lower case, no leading zeros. */
export function toHex(value: bigint): string {
  if (value < 0n) fail('internal', 'A negative number has no hex form.');
  return `0x${value.toString(16)}`;
}

/** 0x and 64 digits, the one spelling of contract addresses in this module. */
export function toAddress(value: bigint | string): string {
  return `0x${BigInt(value).toString(16).padStart(64, '0')}`;
}

/** ASCII text of at most 31 characters as a felt, first character in the highest byte. */
export function shortString(text: string): string {
  let felt = 0n;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code > 127) fail('internal', 'A short string holds ASCII only.');
    felt = (felt << 8n) | BigInt(code);
  }
  if (text.length > 31) fail('internal', 'A short string holds 31 characters at most.');
  return toHex(felt);
}
