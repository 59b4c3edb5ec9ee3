import { UNLIMITED } from '../../starknet/tokens/event';
import { allowancesOf, useOf } from './allowances';
import { isListed, nameOf } from './parties';
import type { Rule } from './subject';
import { amountOf, balanceOf, tokenName } from './tokens';
import { warning } from './warning';

/** An allowance above this many balances is for more than what is there now. */
const BALANCES = 10n;

/**
 * An allowance without limit, or above what is needed. One of a listed contract that the same
 * transaction uses is told more quietly.
 */
export const approvalAmount: Rule = (subject) =>
  allowancesOf(subject).flatMap(({ token, spender: address, of, amount }) => {
    if (of !== 'amount') return [];
    const used = useOf(subject, address, token);
    const isUsual = used > 0n && isListed(subject, address);
    const spender = nameOf(subject, address);
    if (amount >= UNLIMITED)
      return warning('approvalUnlimited', isUsual ? 'caution' : 'high', {
        spender,
        token: tokenName(subject, token),
      });
    if (isUsual && amount <= used) return [];
    const severity = isUsual ? 'info' : 'caution';
    const told = amountOf(subject, token, amount);
    const balance = balanceOf(subject, token);
    if (balance !== undefined && amount > BALANCES * balance)
      return warning('approvalAboveBalance', severity, { spender, amount: told });
    if (used > 0n && amount > used)
      return warning('approvalAboveUse', severity, {
        spender,
        amount: told,
        used: amountOf(subject, token, used),
      });
    return [];
  });
