import type { AmountReader, ReadAmount } from './amounts';
import { type Label, say, type TextRef } from './words';

/**
 * Says why a typed text is no amount that can be used.
 * @param name what the unit is called, if that is not how it is read
 */
export function amountFault(
  read: Exclude<ReadAmount, { kind: 'amount' }>,
  typed: string,
  { decimals, unit }: AmountReader,
  name: Label = unit,
): TextRef {
  if (read.kind === 'ambiguous') {
    const [first, second] = read.readings.map((amount) => ({ amount, form: 'single' as const }));
    return say('review.amountTwoWays', { typed, first: first ?? '', second: second ?? '' });
  }
  if (read.kind === 'fault' && read.fault === 'decimals')
    return say('review.amountTooFine', { symbol: name, decimals: String(decimals) });
  return say('review.amountUnclear', { typed, example: { amount: '12.5' } });
}
