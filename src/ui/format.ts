/** `0x04718f5a…` in groups of four after 0x, so that two addresses can be compared by eye. */
export function groupHex(hex: string): string {
  const digits = hex.replace(/^0x/u, '');
  return ['0x', ...(digits.match(/.{1,4}/gu) ?? [])].join(' ');
}

/** Ends of what `groupHex` wrote, to point at an address that stands in full beside it. */
export const shortHex = (grouped: string): string => {
  const groups = grouped.split(' ');
  return groups.length < 8 ? grouped : [...groups.slice(0, 3), '…', ...groups.slice(-2)].join(' ');
};

const SHOWN_DECIMALS = 6;

/**
 * A decimal text with thousands separated and at most six decimals, then "…" where more follow.
 * Nothing is rounded, so what is shown is never more than what is meant.
 */
export function formatAmount(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/gu, ',');
  const significant = fraction.replace(/0+$/u, '');
  if (significant === '') return grouped;
  const leading = significant.match(/^0*/u)?.[0].length ?? 0;
  const kept = significant.slice(0, Math.max(SHOWN_DECIMALS, leading + 2));
  return `${grouped}.${kept}${kept.length < significant.length ? '…' : ''}`;
}
