import { greater, sameFelt } from '../../schema/primitives';
import { findClassName } from '../../starknet/accounts/classes';
import { toAddress } from '../../starknet/felt';
import type { Quantity } from '../../starknet/meaning/meaning';
import { UNLIMITED } from '../../starknet/tokens/event';
import type { Severity } from '../../ui/review/facts';
import { groupHex } from '../../ui/text/format';
import { isUsedContract } from '../addresses/addressBook';
import type { TransactionReview } from '../transactions/review';
import { listChanges } from '../transactions/simulate';
import { isUnlimited } from '../transactions/words/amounts';
import { amountLabel, findBalance, tokenName } from './amounts';
import {
  contractFacts,
  type Danger,
  getName,
  isListed,
  ownAccount,
  type Rule,
  warning,
} from './rule';

/** Permission to take an amount, one token id, or a whole collection. */
export type Allowance = {
  readonly token: string;
  readonly spender: string;
  readonly of: 'some' | 'all';
  /** 0 if it is not an amount. */
  readonly amount: bigint;
};

/**
 * Allowances after the calls, and after the simulation's events, which include approvals that other
 * contracts make. The largest per spender counts. Excludes own accounts as spenders, as far as the
 * user can use them, and revoked allowances.
 */
function allowancesOf(review: TransactionReview): Allowance[] {
  const allowances = new Map<string, Allowance>();
  const add = (
    token: string,
    spender: string,
    extent: Allowance['of'],
    amount = 0n,
    isMore = false,
  ) => {
    const spendingAccount = ownAccount(review, spender);
    if (spendingAccount && spendingAccount.obstacle === undefined) return;
    const key = [toAddress(token), toAddress(spender), extent].join();
    const earlierAmount = allowances.get(key)?.amount ?? 0n;
    allowances.set(key, {
      token,
      spender,
      of: extent,
      amount: isMore ? earlierAmount + amount : greater(earlierAmount, amount),
    });
  };
  for (const { meaning } of review.calls) {
    if (meaning.kind === 'approveAll' && meaning.approved)
      add(meaning.token, meaning.operator, 'all');
    if (meaning.kind !== 'approve') continue;
    // A permit signed by another account takes nothing from this account.
    if (meaning.owner !== undefined && !ownAccount(review, meaning.owner)) continue;
    const { token, spender, standard, unsure, more: isIncrease } = meaning;
    const amount = BigInt(meaning.amount);
    // A number that may be a token id is not an amount, unless no token id is that large.
    if (standard !== 'erc20' || (unsure && amount < UNLIMITED)) add(token, spender, 'some');
    else if (amount > 0n) add(token, spender, 'some', amount, isIncrease);
  }
  for (const { kind, standard, token, amount, tokenId, counterparty } of listChanges(
    review.preview,
  )) {
    if (kind !== 'allow' || BigInt(amount) === 0n) continue;
    if (standard === 'erc20') add(token, counterparty, 'some', BigInt(amount));
    else add(token, counterparty, tokenId === undefined ? 'all' : 'some');
  }
  return [...allowances.values()];
}

/** The maximum of a token that this transaction's calls let a contract take. */
const useOf = ({ calls }: TransactionReview, contract: string, token: string): bigint => {
  const sum = (quantities: readonly (Quantity | null)[]) =>
    quantities.reduce((total, quantity) => {
      if (!quantity || !sameFelt(quantity.token, token)) return total;
      return total + BigInt(quantity.amount);
    }, 0n);
  return calls.reduce((total, { meaning }) => {
    if (meaning.kind === 'swap' && sameFelt(meaning.router, contract))
      return total + sum([meaning.sell]);
    if (meaning.kind === 'act' && sameFelt(meaning.contract, contract))
      return total + sum(meaning.quantities);
    if (meaning.kind === 'stake' && sameFelt(meaning.contract, contract))
      return total + sum([{ token: meaning.token ?? '0', amount: meaning.amount ?? '0' }]);
    return total;
  }, 0n);
};

/** An allowance above this multiple of the balance exceeds what the account holds now. */
const BALANCES = 10n;

/**
 * An unlimited allowance, or one above the need. Less severe for a listed contract that the same
 * transaction uses.
 */
export const approvalAmount: Rule = (review) =>
  allowancesOf(review).flatMap(({ token, spender: address, amount }) => {
    const used = useOf(review, address, token);
    const isUsual = used > 0n && isListed(review, address);
    const spender = getName(review, address);
    const isExact = isUsual && amount <= used;
    if (isUnlimited({ token, amount: `${amount}` }, isExact ? {} : review.tokens))
      return warning('approvalUnlimited', isUsual ? 'caution' : 'high', {
        spender,
        token: tokenName(review, token),
      });
    if (isExact) return [];
    const severity = isUsual ? 'info' : 'caution';
    const label = amountLabel(review, token, amount);
    const balance = findBalance(review, token);
    if (balance !== undefined && amount > BALANCES * balance)
      return warning('approvalAboveBalance', severity, { spender, amount: label });
    if (used > 0n && amount > used)
      return warning('approvalAboveUse', severity, {
        spender,
        amount: label,
        used: amountLabel(review, token, used),
      });
    return [];
  });

/** Permission to move every token of a collection, including later ones. */
export const approvalAll: Rule = (review) =>
  allowancesOf(review).flatMap(({ of: extent, token, spender }) => {
    if (extent !== 'all') return [];
    return warning('approvalAll', isListed(review, spender) ? 'caution' : 'high', {
      operator: getName(review, spender),
      collection: groupHex(token),
    });
  });

const dangerOf = (review: TransactionReview, spender: string): Danger => {
  const facts = contractFacts(review, spender);
  if (facts?.classHash && findClassName(facts.classHash)) return 'approvalPerson';
  if (facts?.isNew === true) return 'approvalNew';
  return 'approvalUnverified';
};

/** An allowance for an unlisted contract; a brand-new one or a person's account is worse. */
export const approvalSpender: Rule = (review) =>
  allowancesOf(review).flatMap(({ spender }) => {
    if (isListed(review, spender)) return [];
    const danger = dangerOf(review, spender);
    const isUsed = isUsedContract(review.addresses, spender);
    return warning(danger, severityOf(danger, isUsed), { spender: getName(review, spender) });
  });

function severityOf(danger: Danger, isUsed: boolean): Severity {
  if (danger !== 'approvalUnverified') return 'high';
  if (isUsed) return 'info';
  return 'caution';
}
