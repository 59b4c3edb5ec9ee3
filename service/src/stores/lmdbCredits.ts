import { singleFlight } from '../singleFlight';
import { confirmWrite, type DataFile, keyRange, writtenSoon } from './database';
import { getDay, nextDayMs } from './day';
import { type Buckets, countUsed, decide, type Portion } from './portions';
import type { Expense, Soon, Spent, Store } from './store';

/** Keeps two days: late calls may belong to the previous day. */
type Account = { portions: Portion[]; buckets: Buckets };

/**
 * Days of a key whose balance stays on disk, by their number and not by the clock, which may visit
 * other days and come back. Earlier days than those grant nothing any more.
 */
const keptDays = 400;
const tellMs = 1_000;

/** Credits by key and day, as they are on disk. What changes them runs within a transaction. */
const openAmounts = (root: DataFile, name: string) => {
  const amounts = root.openDB<number, [key: string, day: number]>({ name });
  const daysOf = (key: string) => [...amounts.getKeys(keyRange(key, 0, Number.MAX_SAFE_INTEGER))];
  const get = (key: string, day: number): number => amounts.get([key, day]) ?? 0;
  return {
    get,
    add: (key: string, day: number, credits: number): void => {
      if (credits !== 0) void amounts.put([key, day], get(key, day) + credits);
    },
    /** The store has forgotten all earlier days. */
    firstDay: (key: string): number => {
      const days = daysOf(key);
      if (days.length < keptDays) return 0;
      return days[0]?.[1] ?? 0;
    },
    forgetOldDays: (key: string): void => {
      for (const id of daysOf(key).slice(0, -keptDays)) void amounts.remove(id);
    },
  };
};

type Amounts = ReturnType<typeof openAmounts>;

/** Credits that this process has taken from the disk, and spent. */
const openPortions = (root: DataFile, balances: Amounts, spendings: Amounts) => {
  const accounts = new Map<string, Account>();
  const all = (): Portion[] => [...accounts.values()].flatMap(({ portions }) => portions);

  const tell = (portion: Portion): void => {
    const unrecordedCredits = portion.spent - portion.recordedCredits;
    if (unrecordedCredits === 0) return;
    portion.recordedCredits = portion.spent;
    confirmWrite(root, () =>
      root.transaction(() => spendings.add(portion.key, portion.day, unrecordedCredits)),
    ).catch(() => {
      portion.recordedCredits -= unrecordedCredits;
    });
  };
  const telling = setInterval(() => all().forEach(tell), tellMs).unref();

  /** Returns the unspent part. Who still waits for credits of this portion takes new ones. */
  const giveBack = (portion: Portion): void => {
    const { key, day, takenCredits, spent } = portion;
    portion.takenCredits = spent;
    balances.add(key, day, spent - takenCredits);
  };

  return {
    accountOf: (key: string): Account => {
      const account = accounts.get(key) ?? { portions: [], buckets: {} };
      accounts.set(key, account);
      return account;
    },
    find: (key: string, day: number): Portion | undefined =>
      accounts.get(key)?.portions.find((portion) => portion.day === day),
    open: (key: string, { portions }: Account, day: number): Portion => {
      const portion = { key, day, spent: 0, takenCredits: 0, recordedCredits: 0 };
      portions.push(portion);
      const last = portions.length > 2 ? portions.splice(0, 1) : [];
      last.forEach(tell);
      const forget = (): void => {
        last.forEach(giveBack);
        for (const amounts of [balances, spendings]) amounts.forgetOldDays(key);
      };
      void writtenSoon(root, () => root.transaction(forget));
      return portion;
    },
    /** Takes more from the disk, at most what the day has left: one write for all who wait for it. */
    take: singleFlight(async (portion: Portion, credits: number, perDay: number) => {
      const { key, day } = portion;
      const reserve = (): number => {
        const amount = Math.max(0, Math.min(credits, perDay - balances.get(key, day)));
        balances.add(key, day, amount);
        return amount;
      };
      const amount = await confirmWrite(root, () => root.transaction(reserve));
      // Some of it may have been given back meanwhile.
      portion.takenCredits += amount;
    }),
    /** Returns unspent credits, so that an orderly shutdown loses nothing. */
    close: async (): Promise<void> => {
      clearInterval(telling);
      all().forEach(tell);
      await confirmWrite(root, () => root.transaction(() => all().forEach(giveBack)));
      accounts.clear();
    },
  };
};

/** The credits of keys: what was granted is in memory, what was taken for it on disk. */
export const openCredits = (
  root: DataFile,
): Pick<Store, 'spend' | 'settle' | 'used' | 'spent' | 'close'> => {
  const balances = openAmounts(root, 'balances');
  /** Spent parts of the balances: for display, up to a second late. */
  const spendings = openAmounts(root, 'spendings');
  const { accountOf, find, open, take, close } = openPortions(root, balances, spendings);
  const usedNow = (portion: Portion): number =>
    countUsed(portion, balances.get(portion.key, portion.day));

  /** Decides about an expense. @returns a promise if credits of the day must be taken first */
  const decideNow = (expense: Expense, account: Account, portion: Portion): Soon<Spent> => {
    const { key, cost } = expense;
    // No awaits between a decision and its effects, so no other expense can interleave.
    const onDisk = balances.get(key, portion.day);
    const decision = decide(portion, account.buckets, onDisk, expense);
    if (decision.kind === 'grant') {
      account.buckets = decision.buckets;
      portion.spent += cost;
      return { granted: true, used: countUsed(portion, onDisk) };
    }
    const decideAgain = (): Soon<Spent> => decideNow(expense, account, portion);
    if (decision.kind === 'take') {
      return take(portion, decision.credits, expense.perDay).then(decideAgain);
    }
    const { limit, waitMs } = decision;
    // A portion that is being taken may be enough.
    const taking = limit === 'day' ? take.underWay(portion) : undefined;
    if (taking !== undefined) return taking.then(decideAgain);
    return { granted: false, used: countUsed(portion, onDisk), limit, waitMs };
  };

  const spend = (expense: Expense): Soon<Spent> => {
    const { key, nowMs } = expense;
    const day = getDay(nowMs);
    const openPortion = find(key, day);
    if (openPortion === undefined && day < balances.firstDay(key)) {
      return { granted: false, used: 0, limit: 'day', waitMs: nextDayMs(nowMs) - nowMs };
    }
    const account = accountOf(key);
    return decideNow(expense, account, openPortion ?? open(key, account, day));
  };

  return {
    spend,
    settle: ({ key, day, cost, keep }) => {
      if (keep >= cost) return undefined;
      const portion = find(key, day);
      // A day that is long over no longer matters.
      if (portion === undefined) return undefined;
      portion.spent -= cost - keep;
      return usedNow(portion);
    },
    used: async (key, day) => {
      const portion = find(key, day);
      if (portion === undefined) return balances.get(key, day);
      return usedNow(portion);
    },
    spent: async (key, day) => {
      const usedToday = spendings.get(key, day);
      return { usedToday, reservedToday: Math.max(0, balances.get(key, day) - usedToday) };
    },
    close,
  };
};
