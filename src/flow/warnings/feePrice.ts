import type { Rule } from './subject';
import { severityOf, warning } from './warning';

const TIMES = [3n, 10n] as const;

/**
 * A price of L2 gas far above the median of blocks seen before. Besides the newest block, the
 * price that the signature allows counts, less the margin of half that bounds usually have.
 */
export const feePrice: Rule = ({ gasPrice: { now, usual: told }, transactions }) => {
  const usual = BigInt(told ?? 0);
  const prices = transactions.map(
    ({ resource_bounds }) => (BigInt(resource_bounds.l2_gas.max_price_per_unit) * 2n) / 3n,
  );
  const paid = [BigInt(now ?? 0), ...prices].reduce((a, b) => (a > b ? a : b));
  const severity = usual > 0n && severityOf(paid, usual, TIMES);
  return severity ? [warning('feePrice', severity, { times: `${paid / usual}` })] : [];
};
