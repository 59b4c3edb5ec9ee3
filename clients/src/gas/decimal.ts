import { define } from '@metamask/superstruct';

/** An amount in Gwei as an exact decimal, such as `37.378956101`: never a floating-point number. */
export const Gwei = define<string>('decimal in Gwei', isGwei);

const LONGEST_DECIMAL = 5_000;

/** Checked as a whole: superstruct's check of each element would take longer than the call. */
export const GweiList = define<string[]>(
  'list of decimals in Gwei',
  (value) => Array.isArray(value) && value.length <= LONGEST_DECIMAL && value.every(isGwei),
);

function isGwei(value: unknown): boolean {
  return typeof value === 'string' && /^\d{1,30}(?:\.\d{1,30})?$/u.test(value);
}

const DECIMALS = 9;

/**
 * Converts Gwei to wei; undefined if the amount is not a whole number of wei.
 * @example gweiToWei('37.378956101') // 37378956101n
 */
export function gweiToWei(gwei: string): bigint | undefined {
  const [whole = '', fraction = ''] = gwei.split('.');
  const digits = fraction.replace(/0+$/u, '');
  if (digits.length > DECIMALS) return undefined;
  return BigInt(whole + digits.padEnd(DECIMALS, '0'));
}
