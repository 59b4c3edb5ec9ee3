/** FRI is the fee unit: 10^-18 STRK. */
export const strkDecimals = 18;

const shownDecimals = 6;

/**
 * Reads an amount that a person typed, such as `1,234.5`, in the token's smallest unit.
 * @throws RangeError with a sentence for the person who typed it
 */
export function parseAmount(text: string, decimals: number): bigint {
  const plain = text.trim().replaceAll(',', '');
  const [, whole = '', fraction = ''] = /^(\d*)(?:\.(\d*))?$/u.exec(plain) ?? [];
  if (whole === '' && fraction === '')
    throw new RangeError('Enter an amount as a number, such as 0.5.');
  if (fraction.length > decimals)
    throw new RangeError(`At most ${decimals} digits can follow the point.`);
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** The exact amount: `1234.5`. */
export function exactAmount(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/u, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** For reading: thousands separated, at most six significant decimals and then `…`. */
export function formatAmount(amount: bigint, decimals: number): string {
  const [whole = '0', fraction = ''] = exactAmount(amount, decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/gu, ',');
  if (fraction === '') return grouped;
  const leading = whole === '0' ? (/^0*/u.exec(fraction)?.[0].length ?? 0) : 0;
  const shown = fraction.slice(0, leading + shownDecimals);
  return shown.length < fraction.length ? `${grouped}.${shown}…` : `${grouped}.${shown}`;
}
