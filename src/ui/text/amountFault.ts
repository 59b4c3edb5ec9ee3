import type { AmountReader, ReadAmount } from './amounts';
import { say, type TextRef } from './words';

/** Says why a typed text is no amount that can be used. */
export function amountFault(
  read: Exclude<ReadAmount, { kind: 'amount' }>,
  typed: string,
  { decimals, unit }: AmountReader,
): TextRef {
  if (read.kind === 'ambiguous') {
    const [first, second] = read.readings.map((amount) => ({ amount, form: 'single' as const }));
    return say('review.amountTwoWays', { typed, first: first ?? '', second: second ?? '' });
  }
  if (read.kind === 'fault' && read.fault === 'decimals')
    return say('review.amountTooFine', { symbol: unit, decimals: String(decimals) });
  return say('review.amountUnclear', { typed, example: { amount: '12.5' } });
}
