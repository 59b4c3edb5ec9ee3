import { define } from '@metamask/superstruct';

/** An amount in Gwei as an exact decimal, such as `37.378956101`: never a floating-point number. */
export const Gwei = define<string>(
  'decimal in Gwei',
  (value) => typeof value === 'string' && /^\d{1,30}(?:\.\d{1,30})?$/u.test(value),
);

const DECIMALS = 9;

/** Wei of an amount in Gwei; undefined where it is no whole number of wei. */
export function gweiToWei(gwei: string): bigint | undefined {
  const [whole = '', fraction = ''] = gwei.split('.');
  const digits = fraction.replace(/0+$/u, '');
  if (digits.length > DECIMALS) return undefined;
  return BigInt(whole + digits.padEnd(DECIMALS, '0'));
}
