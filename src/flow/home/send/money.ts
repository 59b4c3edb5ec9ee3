import { readAmount } from '../../../starknet/amount';
import { formatUnits } from '../../../starknet/felt';

/** Decimals of typed dollars, and of prices. */
const DOLLAR = 6;
const PRICE = 12;
/** Decimals of a token that a typed sum of money is worth: more would only look exact. */
const SHOWN = 6;

const scaled = (usd: number): bigint => BigInt(Math.round(usd * 10 ** PRICE));

/** Smallest units that a sum in dollars buys at a price, rounded down; as `readAmount` otherwise. */
export function readMoney(text: string, decimals: number, usd: number) {
  const read = readAmount(text, DOLLAR);
  if (read.kind !== 'amount') return read;
  const price = scaled(usd);
  if (price <= 0n) return { kind: 'none' } as const;
  const units =
    (read.amount * 10n ** BigInt(PRICE) * 10n ** BigInt(decimals)) /
    (price * 10n ** BigInt(DOLLAR));
  const step = 10n ** BigInt(Math.max(0, decimals - SHOWN));
  const amount = units < step ? units : units - (units % step);
  return { kind: 'amount', amount } as const;
}

/** What an amount is worth in dollars, with cents, rounded down: a text for the field. */
export const dollarText = (amount: bigint, decimals: number, usd: number): string => {
  const cents = (amount * scaled(usd)) / 10n ** BigInt(decimals + PRICE - 2);
  return formatUnits(cents, 2);
};
