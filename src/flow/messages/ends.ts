import { toAddress } from '../../starknet/felt';
import type { TokensByAddress } from '../transactions/simulate';
import { isUnlimited } from '../transactions/words/amounts';
import { isSize, type Leaf } from './leaves';

const YEAR = 365n * 24n * 60n * 60n;
/** One-time numbers count from zero; an amount of so few units is worth nothing. */
export const SMALLEST_AMOUNT = 10_000n;
/** A thousandth of a token: less is no amount that anyone signs for. */
const LEAST_DECIMALS = 3;

/** Whether anyone would sign for so much of a token. */
function isSensible(amount: bigint, token: string, listed: TokensByAddress): boolean {
  const decimals = listed[token]?.decimals ?? 0;
  const minimum = 10n ** BigInt(Math.max(0, decimals - LEAST_DECIMALS));
  return amount >= minimum && !isUnlimited({ token, amount: String(amount) }, listed);
}

/**
 * Whether a number that may be a time is the amount of a token beside it. Each number is one of the
 * two: it is a time if the tokens have enough other amounts, or if nobody has so little of them.
 */
function isAmount(leaf: Leaf, leaves: readonly Leaf[], listed: TokensByAddress): boolean {
  const tokens = leaves.filter(({ as }) => as === 'token');
  const isOf = ({ number }: Leaf, some: readonly Leaf[]) =>
    some.some((token) => isSensible(number, toAddress(token.number), listed));
  if (
    !isOf(
      leaf,
      tokens.filter(({ scope }) => scope === leaf.scope),
    )
  )
    return false;
  const otherSizes = leaves.filter((one) => one !== leaf && isSize(one) && isOf(one, tokens));
  return otherSizes.length < tokens.length;
}

/**
 * Times that are late by their type, and numbers that can only be such a time. Beside an end of
 * another type that is near, a number is no end: exchanges draw salts below 2^31, which read as times.
 */
export function findLate(leaves: readonly Leaf[], listed: TokensByAddress, now: number): Leaf[] {
  const [today, limit] = [BigInt(now), BigInt(now) + YEAR];
  const nearEnds = leaves.filter(({ time, longTime = 0n }) => {
    const end = time ?? longTime;
    return end > today && end <= limit;
  });
  const isGrant = leaves.some(({ as }) => !['signer', 'number', 'text', 'other'].includes(as));
  return leaves.filter((leaf) => {
    const { time, longTime = 0n, type, as } = leaf;
    if ((time ?? longTime) <= limit) return false;
    if (type === 'timestamp' || as === 'text') return true;
    if (isAmount(leaf, leaves, listed)) return false;
    if (type === 'u64') return true;
    const isEnd = time !== undefined || leaves.some((one) => one !== leaf && isAmountSize(one));
    const endsElsewhere = nearEnds.length > 0 && nearEnds.every((end) => end.type !== type);
    return isGrant && !endsElsewhere && isEnd;
  });
}

const isAmountSize = (leaf: Leaf): boolean => isSize(leaf) && leaf.number >= SMALLEST_AMOUNT;
