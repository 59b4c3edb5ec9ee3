import type { ApiKey } from './apiKey';

/** Identifies an expense: sending one again, or its settlement, has no further effect. */
export type ExpenseId = { id: string; key: string; day: number };

/** One expense and all limits that apply to it. Amounts are credits. */
export type Expense = ExpenseId & {
  cost: number;
  nowMs: number;
  perDay: number;
  perSecond: number;
  ownPerDay: number | undefined;
  ownPerSecond: number | undefined;
};

/** The part of a granted expense that is kept; the rest is given back. */
export type Settlement = ExpenseId & { cost: number; keep: number };

export type Limit = 'day' | 'second' | 'ownDay' | 'ownSecond';

/** `used` is what the key has spent today, including this expense if granted. */
export type Spent =
  | { granted: true; used: number }
  | { granted: false; used: number; limit: Limit; waitMs: number };

/** Tells that a server shared by instances is lost, and that it is back. */
export type StoreEvents = { onStoreLost: (reason: string) => void; onStoreBack: () => void };

/** How many pins a key has, and the sum of their sizes. */
export type PinSum = { pins: number; bytes: number; blocks: number };
export const noPins: PinSum = { pins: 0, bytes: 0, blocks: 0 };

/** At once where nothing has to be waited for: a promise of each call would cost time. */
export type Soon<T> = T | Promise<T>;

/**
 * Keys, balances and pins. Spending is atomic: of concurrent calls, on any instance, exactly those
 * are granted that fit.
 */
export type Store = {
  /** @throws if its record cannot be read */
  findKey: (key: string) => Soon<ApiKey | undefined>;
  /** All keys, including those whose record cannot be read. */
  listKeys: () => Promise<string[]>;
  putKey: (apiKey: ApiKey) => Promise<void>;
  /** @throws if it is not known to be granted: then it costs nothing, whatever arrives later */
  spend: (expense: Expense) => Soon<Spent>;
  /** Keeps less of an expense than its cost, now or as soon as the store answers. @returns what is used now, if known */
  settle: (settlement: Settlement) => Soon<number | undefined>;
  used: (key: string, day: number) => Promise<number>;
  /**
   * Credits that the key has spent that day, up to a second late, and those that services reserve in
   * addition (or had reserved when they were killed).
   */
  spent: (key: string, day: number) => Promise<{ usedToday: number; reservedToday: number }>;
  /**
   * A key's pins: roots of content (canonical text of the CID) that it keeps, each with the size of
   * what is below it, where that counts.
   * @returns false if the key is at its limit and this is a new pin
   */
  pin: (
    key: string,
    cid: string,
    about?: { atMost?: number; size?: { bytes: number; blocks: number } },
  ) => Promise<boolean>;
  unpin: (key: string, cid: string) => Promise<boolean>;
  pins: (key: string) => Promise<string[]>;
  hasPin: (key: string, cid: string) => Promise<boolean>;
  /** True if any key has pinned it. */
  isPinned: (cid: string) => Promise<boolean>;
  pinSum: (key: string) => Promise<PinSum>;
  /** Throws if the store is unavailable. */
  check: () => Promise<void>;
  close: () => Promise<void>;
};
