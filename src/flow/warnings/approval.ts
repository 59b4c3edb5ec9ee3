import { sameFelt } from '../../schema/primitives';
import { classOf } from '../../starknet/accounts/classes';
import { toAddress } from '../../starknet/felt';
import type { Quantity } from '../../starknet/meaning/meaning';
import { UNLIMITED } from '../../starknet/tokens/event';
import { groupHex } from '../../ui/text/format';
import { amountOf, balanceOf, tokenName } from './amounts';
import {
  contractFacts,
  type Danger,
  isListed,
  nameOf,
  ownAccount,
  type Rule,
  type Subject,
  warning,
} from './evidence';

/** Leave to take an amount, one piece of a collection, or all of it. */
export type Allowance = {
  readonly token: string;
  readonly spender: string;
  readonly of: 'amount' | 'piece' | 'all';
  /** 0 for what is no amount. */
  readonly amount: bigint;
};

/**
 * What others may take afterwards: by the calls, and by the events of the simulation, which show
 * approvals that other contracts make on the way. Of several for the same spender, the greatest.
 * Own accounts as spenders and withdrawn allowances are left out.
 */
function allowancesOf(subject: Subject): Allowance[] {
  const found = new Map<string, Allowance>();
  const add = (
    token: string,
    spender: string,
    of: Allowance['of'],
    amount = 0n,
    isMore = false,
  ) => {
    if (ownAccount(subject, spender)) return;
    const key = [toAddress(token), toAddress(spender), of].join();
    const other = found.get(key)?.amount ?? 0n;
    const greatest = amount > other ? amount : other;
    found.set(key, { token, spender, of, amount: isMore ? other + amount : greatest });
  };
  for (const { meaning } of subject.calls) {
    if (meaning.kind === 'approveAll' && meaning.approved)
      add(meaning.token, meaning.operator, 'all');
    if (meaning.kind !== 'approve') continue;
    // A permit that carries another's signature takes nothing from this account.
    if (meaning.owner !== undefined && !ownAccount(subject, meaning.owner)) continue;
    const { token, spender, standard, unsure, more } = meaning;
    const amount = BigInt(meaning.amount);
    // What may be the number of a piece is no amount, unless no piece has such a number.
    if (standard !== 'erc20' || (unsure && amount < UNLIMITED)) add(token, spender, 'piece');
    else if (amount > 0n) add(token, spender, 'amount', amount, more);
  }
  if (subject.preview.state === 'known')
    for (const { kind, standard, token, amount, tokenId, other } of subject.preview.changes) {
      if (kind !== 'allow' || BigInt(amount) === 0n) continue;
      if (standard === 'erc20') add(token, other, 'amount', BigInt(amount));
      else add(token, other, tokenId === undefined ? 'all' : 'piece');
    }
  return [...found.values()];
}

/** The most of a token that the calls of this transaction let a contract take. */
const useOf = ({ calls }: Subject, contract: string, token: string): bigint => {
  const sum = (quantities: readonly (Quantity | null)[]) =>
    quantities.reduce(
      (total, each) => (each && sameFelt(each.token, token) ? total + BigInt(each.amount) : total),
      0n,
    );
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

/** Leave to move every piece of a collection, those of later included. */
export const approvalAll: Rule = (subject) =>
  allowancesOf(subject).flatMap(({ of, token, spender }) =>
    of === 'all'
      ? warning('approvalAll', isListed(subject, spender) ? 'caution' : 'high', {
          operator: nameOf(subject, spender),
          collection: groupHex(token),
        })
      : [],
  );

const usedBefore = ({ known }: Subject, address: string): boolean =>
  known.contracts.includes(toAddress(address));

const dangerOf = (subject: Subject, spender: string): Danger => {
  const facts = contractFacts(subject, spender);
  if (facts?.classHash && classOf(facts.classHash)) return 'approvalPerson';
  return facts?.isNew === true ? 'approvalNew' : 'approvalUnverified';
};

/** An allowance for a contract that is on no list; one that is brand-new or a person's is worse. */
export const approvalSpender: Rule = (subject) =>
  allowancesOf(subject).flatMap(({ spender }) => {
    if (isListed(subject, spender)) return [];
    const danger = dangerOf(subject, spender);
    const severity = usedBefore(subject, spender) ? 'info' : 'caution';
    return warning(danger, danger === 'approvalUnverified' ? severity : 'high', {
      spender: nameOf(subject, spender),
    });
  });
