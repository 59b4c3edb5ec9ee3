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

/** An amount in units of 10^decimals, exact: no grouping, no trailing zeros, '.' as the point. */
export function formatUnits(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/u, '');
  return `${value < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

/**
 * The inverse: '12.5' at 18 decimals is 12500000000000000000n.
 * @throws invalidParams for anything but digits with at most one point between them, and for more
 * fractional digits than the unit has (zeros at the end aside)
 */
export function parseUnits(text: string, decimals: number): bigint {
  const [, whole, fraction = ''] = /^([0-9]{1,78})(?:\.([0-9]{1,78}))?$/u.exec(text) ?? [];
  if (whole === undefined) fail('invalidParams', 'An amount is a decimal number such as 12.5.');
  const significant = fraction.replace(/0+$/u, '');
  if (significant.length > decimals)
    fail('invalidParams', `This amount has more than ${decimals} fractional digits.`);
  return BigInt(whole + significant.padEnd(decimals, '0'));
}
