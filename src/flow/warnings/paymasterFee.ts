import { knownTokens } from '../../starknet/tokens/erc20';
import type { Rule } from './subject';
import { amountOf } from './tokens';
import { warning } from './warning';

/**
 * A paymaster that takes more than 1.5 times, or 5 times, what the account would pay at most itself.
 * It pays for more than the calls alone, and at most is 2.25 times the expected, so it need not.
 */
export const paymasterFee: Rule = (subject) => {
  const { ownFee, fee } = subject;
  if (ownFee === undefined) return [];
  const [taken, own] = [BigInt(fee.maximum), BigInt(ownFee)];
  if (2n * taken <= 3n * own) return [];
  const strk = (fri: bigint) => amountOf(subject, knownTokens.STRK.address, fri);
  return [
    warning('paymasterFee', taken > 5n * own ? 'critical' : 'caution', {
      taken: strk(taken),
      own: strk(own),
    }),
  ];
};
