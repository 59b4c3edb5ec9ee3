import { knownTokens } from '../../starknet/tokens/erc20';
import type { Rule } from './subject';
import { amountOf, balanceOf, sentOf } from './tokens';
import { warning } from './warning';

const { address } = knownTokens.STRK;

/** So much of the fee token leaves that the next fee may not be paid. */
export const feeTokenAll: Rule = (subject) => {
  const balance = balanceOf(subject, address);
  const sent = sentOf(subject).get(address) ?? 0n;
  // Who has next to nothing runs short by the fee itself, which is no matter of what is sent.
  if (balance === undefined || sent === 0n || 2n * sent < balance) return [];
  if (sent + 2n * BigInt(subject.fee.maximum) < balance) return [];
  return [
    warning('feeTokenAll', 'caution', {
      amount: amountOf(subject, address, sent),
      balance: amountOf(subject, address, balance),
    }),
  ];
};
