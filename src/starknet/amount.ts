import { fail } from '../errors';

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
