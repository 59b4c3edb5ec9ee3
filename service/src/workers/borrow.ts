import { dayOf } from '../credits/day';
import type { Expense, Spent, Store } from '../stores/store';
import type { Channel } from './channel';

/** Unspent credits are returned after this time. */
const loanMs = 100;

/** `used`: the key's usage once the whole loan is spent. */
type Loan = { of: Expense; left: number; used: number };

/** The same limits on the same day: they may have changed since. */
const isFor = (loan: Expense, expense: Expense): boolean =>
  dayOf(loan.nowMs) === dayOf(expense.nowMs) &&
  loan.perDay === expense.perDay &&
  loan.perSecond === expense.perSecond &&
  loan.ownPerDay === expense.ownPerDay &&
  loan.ownPerSecond === expense.ownPerSecond;

/** Spends what the first process has lent, and requests more when needed (lend.ts). */
export const createBorrower = (ask: Channel['ask']) => {
  const loans = new Map<string, Loan>();
  const asking = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const giveBack = async (key: string): Promise<void> => {
    const loan = loans.get(key);
    loans.delete(key);
    if (loan !== undefined && loan.left > 0) await ask('giveBack', loan.of, loan.left);
  };
  const giveAllBack = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    await Promise.all([...loans.keys()].map(giveBack));
  };

  const spend = async (expense: Expense): Promise<Spent> => {
    const { key, cost } = expense;
    const loan = loans.get(key);
    if (loan !== undefined && loan.left >= cost && isFor(loan.of, expense)) {
      loan.left -= cost;
      return { granted: true, used: loan.used - loan.left };
    }
    // Both are sent in one message, in this order.
    const given = giveBack(key);
    const wantsLoan = !asking.has(key);
    asking.add(key);
    try {
      const spent = (await ask('spend', expense, wantsLoan)) as Spent;
      await given;
      return spent;
    } finally {
      if (wantsLoan) asking.delete(key);
    }
  };

  /** Requests from the first process. */
  const answers = {
    borrow: async (of: Expense, used: number): Promise<void> => {
      loans.set(of.key, { of, left: of.cost, used });
      timer ??= setTimeout(() => giveAllBack().catch(() => undefined), loanMs).unref();
    },
    callBack: giveBack,
  };

  const counting: Pick<Store, 'spend' | 'refund' | 'used'> = {
    spend,
    refund: async (key, credits, day) => {
      const used = (await ask('refund', key, credits, day)) as number;
      return used - (loans.get(key)?.left ?? 0);
    },
    used: (key, day) => ask('used', key, day) as Promise<number>,
  };
  return { answers, counting, giveAllBack };
};
