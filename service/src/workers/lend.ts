import { dayOf } from '../credits/day';
import type { Expense, Spent, Store } from '../stores/store';
import { createTurns } from '../turns';
import { within } from '../within';
import { answerMs, type Channel } from './channel';

/** Largest loan to a worker, in credits of a key, and the least number of calls it must cover. */
const loanAtMost = 20_000;
const callsAtLeast = 8;
/** A loan is at most this fraction of a second's credits and of the rest of the day. */
const part = 100;

/** Credits to lend after an expense that brings usage to `used`; 0 if a limit is near. */
const loanOf = ({ cost, ...limits }: Expense, used: number): number => {
  const { perDay, perSecond, ownPerDay = perDay, ownPerSecond = perSecond } = limits;
  const ofSecond = Math.min(perSecond, ownPerSecond);
  const ofDay = Math.min(perDay, ownPerDay) - used;
  const credits = Math.floor(Math.min(loanAtMost, ofSecond / part, ofDay / part));
  return credits < callsAtLeast * cost ? 0 : credits;
};

/**
 * Counts credits for the workers. Lends them credits of keys that are far from every limit, so that
 * not every call needs a request to this process. Lent credits already count as spent here: nothing
 * is granted twice, and a killed worker loses only its loans. Before a limit or a balance is
 * reported, every loan of the key is called back. A worker keeps a loan for a tenth of a second, so
 * credits of a second may be counted up to that much too early.
 */
export const createLender = (store: Store, clock: () => number) => {
  /** Workers that may hold credits of a key. */
  const holders = new Map<string, Set<Channel>>();
  const inTurn = createTurns();

  const lend = async (channel: Channel, expense: Expense, used: number): Promise<void> => {
    const { key } = expense;
    const loan = { ...expense, cost: loanOf(expense, used) };
    if (loan.cost === 0) return;
    const lent = await store.spend(loan);
    if (!lent.granted) return;
    holders.set(key, (holders.get(key) ?? new Set()).add(channel));
    // Sent as a request, which a worker handles before any later one.
    channel.ask('borrow', loan, lent.used).catch(() => undefined);
  };

  /** Runs `next` before anything is lent again. */
  const callBack = <T>(key: string, next: () => Promise<T>): Promise<T> =>
    inTurn(key, async () => {
      const channels = [...(holders.get(key) ?? [])];
      holders.delete(key);
      // A worker that has gone has lost its loan; a stuck one returns it later.
      const calledBack = channels.map((channel) => channel.ask('callBack', key));
      await within(answerMs, Promise.allSettled(calledBack), undefined);
      return next();
    });

  return {
    /** Returns unspent credits: a negative expense, which also refills the second's bucket. */
    giveBack: async (loan: Expense, left: number): Promise<void> => {
      const nowMs = clock();
      // The loan's day may be over.
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
