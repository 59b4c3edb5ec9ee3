import { formatUnits } from '../../../starknet/felt';
import type { AmountReader, Separators } from '../../../ui/text/amounts';
import { DOLLAR_DECIMALS, dollarParts } from '../../tokens/prices';

/** Decimals of typed dollars. */
const TYPED_DECIMALS = 6;
/** How typed dollars are read, in the smallest unit that they have here. */
export const moneyReader = (separators: Separators): AmountReader => ({
  decimals: TYPED_DECIMALS,
  unit: 'USD',
  separators,
});
/** Decimals of a token that a typed sum of money is worth: more would only look exact. */
const SHOWN = 6;

/** Smallest units of a token that a sum of dollars buys at a price, rounded down. */
export function unitsOfMoney(sum: bigint, decimals: number, usd: number): bigint {
  const units =
    (sum * 10n ** BigInt(DOLLAR_DECIMALS) * 10n ** BigInt(decimals)) /
    (dollarParts(usd) * 10n ** BigInt(TYPED_DECIMALS));
  const step = 10n ** BigInt(Math.max(0, decimals - SHOWN));
  if (units < step) return units;
  return units - (units % step);
}

/** Worth of an amount in dollars, decimal, with cents, rounded down. */
export const toDollars = (amount: bigint, decimals: number, usd: number): string => {
  const cents = (amount * dollarParts(usd)) / 10n ** BigInt(decimals + DOLLAR_DECIMALS - 2);
  return formatUnits(cents, 2);
};
