import { type ReadAmount, readAmount } from '../../../starknet/amount';
import { formatUnits } from '../../../starknet/felt';
import { DOLLAR_DECIMALS, dollarParts } from '../../tokens/prices';

/** Decimals of typed dollars. */
export const TYPED_DECIMALS = 6;
/** Decimals of a token that a typed sum of money is worth: more would only look exact. */
const SHOWN = 6;

/** Smallest units that a sum in dollars buys at a price, rounded down; as `readAmount` otherwise. */
export function readMoney(text: string, decimals: number, usd: number): ReadAmount {
  const read = readAmount(text, TYPED_DECIMALS);
  if (read.kind !== 'amount') return read;
  const units =
    (read.amount * 10n ** BigInt(DOLLAR_DECIMALS) * 10n ** BigInt(decimals)) /
    (dollarParts(usd) * 10n ** BigInt(TYPED_DECIMALS));
  const step = 10n ** BigInt(Math.max(0, decimals - SHOWN));
  const amount = units < step ? units : units - (units % step);
  return { kind: 'amount', amount };
}

/** What an amount is worth in dollars, with cents, rounded down: a text for the field. */
export const dollarText = (amount: bigint, decimals: number, usd: number): string => {
  const cents = (amount * dollarParts(usd)) / 10n ** BigInt(decimals + DOLLAR_DECIMALS - 2);
  return formatUnits(cents, 2);
};
