/** What a text means as an amount, in the smallest unit. */
export type ReadAmount =
  | { readonly kind: 'none' }
  | { readonly kind: 'amount'; readonly amount: bigint }
  /** `ambiguous`: a comma before three digits, which languages read differently. */
  | { readonly kind: 'fault'; readonly fault: 'notNumber' | 'ambiguous' | 'decimals' };

/** Reads a typed amount exactly; a comma is a decimal point where it can be nothing else. */
export function readAmount(text: string, decimals: number): ReadAmount {
  const typed = text.trim();
  if (typed === '') return { kind: 'none' };
  const [, whole, separator, fraction = ''] =
    /^(\d{0,60})(?:([.,])(\d{0,80}))?$/u.exec(typed) ?? [];
  if (whole === undefined || (whole === '' && fraction === ''))
    return { kind: 'fault', fault: 'notNumber' };
  if (separator === ',' && fraction.length === 3 && !/^0*$/u.test(whole))
    return { kind: 'fault', fault: 'ambiguous' };
  const exact = fraction.replace(/0+$/u, '');
  if (exact.length > decimals) return { kind: 'fault', fault: 'decimals' };
  return { kind: 'amount', amount: BigInt(`${whole}${exact.padEnd(decimals, '0')}` || '0') };
}
