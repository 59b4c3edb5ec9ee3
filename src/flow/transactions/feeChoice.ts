import type { TransactionDetails } from '../../schema/transactionDetails';
import { toHex } from '../../starknet/felt';
import {
  expectedFee,
  type FeeEstimate,
  type Margins,
  usualMargins,
} from '../../starknet/transactions/fees';
import type { Speed } from '../../ui/review/facts';

type Pace = {
  readonly margins: Margins;
  /** `asked`: what the caller asked for, or none. A number: at least so many percent of the price. */
  readonly tip: 'none' | 'asked' | number;
};

/**
 * What a speed means. Sequencers take the transactions with the highest tip first, and bounds
 * decide how long one stays acceptable while prices rise. The margins of amounts are about other
 * transactions changing what this one does, which time makes likelier: the slow one keeps some.
 */
export const speeds: Readonly<Record<Speed, Pace>> = {
  slow: { margins: { amount: 20, price: 20 }, tip: 'none' },
  normal: { margins: usualMargins, tip: 'asked' },
  fast: { margins: { amount: 75, price: 150 }, tip: 10 },
};

/** From the most to the least that a transaction may cost. */
export const fromFastest = ['fast', 'normal', 'slow'] as const satisfies readonly Speed[];

/** Bounds that the caller gave are signed as they are, so there is nothing to choose. */
export const offersSpeed = ({ resourceBounds }: TransactionDetails): boolean =>
  resourceBounds === undefined;

const U64_MAX = 2n ** 64n - 1n;
const atMost = (value: bigint, limit: bigint): bigint => (value < limit ? value : limit);
const sum = (values: readonly bigint[]): bigint => values.reduce((total, each) => total + each, 0n);

/**
 * The tip of transactions at that speed, in FRI per unit of L2 gas, hex. A share of the price of L2
 * gas stands for the tips of others, which only whole blocks of transactions would tell. Where the
 * fee is limited (FRI), half of the room is left to the bounds; what the caller asked for stays.
 */
export function tipFor(
  speed: Speed,
  estimates: readonly FeeEstimate[],
  { asked, limit }: { asked: string; limit: bigint },
): string {
  const { tip } = speeds[speed];
  if (tip === 'none') return '0x0';
  if (tip === 'asked') return asked;
  const gas = sum(estimates.map(({ l2_gas_consumed }) => BigInt(l2_gas_consumed)));
  const room = limit - sum(estimates.map((estimate) => expectedFee(estimate, asked)));
  if (gas === 0n || room <= 0n) return asked;
  const share = (BigInt(estimates[0]?.l2_gas_price ?? 0) * BigInt(tip)) / 100n;
  const extra = atMost(share - atMost(share, BigInt(asked)), room / 2n / gas);
  return toHex(atMost(BigInt(asked) + extra, U64_MAX));
}
