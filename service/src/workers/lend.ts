import { dayOf } from '../credits/day';
import type { Expense, Spent, Store } from '../stores/store';
import { createTurns } from '../turns';
import { within } from '../within';
import { answerMs, type Channel } from './channel';

/** Credits that a worker may hold of a key, and the least number of such calls that they are for. */
const loanAtMost = 20_000;
const callsAtLeast = 8;
/** A loan is at most this part of a second's credits, and of what is left of the day. */
const part = 100;

/** Credits to lend with an expense after which so much is used; 0 where a limit is not far. */
const loanOf = ({ cost, ...limits }: Expense, used: number): number => {
  const { perDay, perSecond, ownPerDay = perDay, ownPerSecond = perSecond } = limits;
  const ofSecond = Math.min(perSecond, ownPerSecond);
  const ofDay = Math.min(perDay, ownPerDay) - used;
  const credits = Math.floor(Math.min(loanAtMost, ofSecond / part, ofDay / part));
  return credits < callsAtLeast * cost ? 0 : credits;
};

/**
 * Counts for the workers, and lends them credits of keys that are far from every limit, so that not
 * each call needs a question. What is lent is spent here already: nothing is granted twice, and a
 * worker that is killed loses its loans at most. Before a limit is told, or a balance, every loan of
 * the key is called back. A worker keeps one for a tenth of a second, by which the credits of a second
 * may be counted too early.
 */
export const createLender = (store: Store, clock: () => number) => {
  /** Who may hold some of a key's credits. */
  const holders = new Map<string, Set<Channel>>();
  const inTurn = createTurns();

  const lend = async (channel: Channel, expense: Expense, used: number): Promise<void> => {
    const { key } = expense;
    const loan = { ...expense, cost: loanOf(expense, used) };
    if (loan.cost === 0) return;
    const lent = await store.spend(loan);
    if (!lent.granted) return;
    holders.set(key, (holders.get(key) ?? new Set()).add(channel));
    // As a question, which a worker answers before any that comes after it.
    channel.ask('borrow', loan, lent.used).catch(() => undefined);
  };

  /** Then `next` is done before anything is lent again. */
  const callBack = <T>(key: string, next: () => Promise<T>): Promise<T> =>
    inTurn(key, async () => {
      const channels = [...(holders.get(key) ?? [])];
      holders.delete(key);
      // A worker that has gone has lost what it held; one that stands still gives it back later.
      const calledBack = channels.map((channel) => channel.ask('callBack', key));
      await within(answerMs, Promise.allSettled(calledBack), undefined);
      return next();
    });

  return {
    /** What a worker did not spend: an expense below zero, also of the second. */
    giveBack: async (loan: Expense, left: number): Promise<void> => {
      const nowMs = clock();
      // The day that it was of may be over.
      if (dayOf(nowMs) === dayOf(loan.nowMs)) await store.spend({ ...loan, nowMs, cost: -left });
    },
    spend: async (channel: Channel, expense: Expense, wantsLoan: boolean): Promise<Spent> => {
      const { key } = expense;
      const spent = await store.spend(expense);
      if (!spent.granted) return callBack(key, () => store.spend(expense));
      if (wantsLoan) await inTurn(key, () => lend(channel, expense, spent.used));
      return spent;
    },
    used: (key: string, day: number): Promise<number> => callBack(key, () => store.used(key, day)),
  };
};
