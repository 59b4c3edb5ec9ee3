import type { Rule } from './subject';
import { severityOf, warning } from './warning';

const TIMES = [2n, 20n] as const;

/** A tip of several times the price of gas; measured by the signed price where none was read. */
export const feeTip: Rule = ({ transactions, gasPrice: { usual, now } }) =>
  transactions.flatMap(({ tip, resource_bounds: { l2_gas } }) => {
    const price = BigInt(usual ?? now ?? l2_gas.max_price_per_unit);
    const severity = severityOf(BigInt(tip), price, TIMES);
    // A free network has no price to measure by.
    const times = `${BigInt(tip) / (price || 1n)}`;
    return severity ? warning('feeTip', severity, { times }) : [];
  });
