import { knownTokens } from '../../starknet/tokens/erc20';
import type { Rule } from './subject';
import { amountOf } from './tokens';
import { severityOf, warning } from './warning';

/** The usual margins let a fee rise to 2.25 times the expected one. */
const TIMES = [5n, 20n] as const;

/** Bounds that allow many times the expected fee. */
export const feeMargin: Rule = (subject) => {
  const { fee } = subject;
  if (fee.expected === null) return [];
  const severity = severityOf(BigInt(fee.maximum), BigInt(fee.expected), TIMES);
  const strk = (fri: string) => amountOf(subject, knownTokens.STRK.address, BigInt(fri));
  return severity
    ? [warning('feeMargin', severity, { expected: strk(fee.expected), maximum: strk(fee.maximum) })]
    : [];
};
