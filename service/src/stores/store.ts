import type { ApiKey } from '../keys/apiKey';

/** One expense, with all that decides whether it is granted. Amounts are credits. */
export type Expense = {
  key: string;
  cost: number;
  nowMs: number;
  perDay: number;
  perSecond: number;
  ownPerDay: number | undefined;
  ownPerSecond: number | undefined;
};

export type Limit = 'day' | 'second' | 'ownDay' | 'ownSecond';

/** `used` is what the key has spent today, this expense included where it was granted. */
export type Spent =
  | { granted: true; used: number }
  | { granted: false; used: number; limit: Limit; waitMs: number };

/**
 * Keys, balances and pins. Spending is atomic: of calls made at once, on whatever instance, exactly
 * those are granted that fit.
 */
export type Store = {
  /** @throws where what is kept of it cannot be read */
  findKey: (key: string) => Promise<ApiKey | undefined>;
  /** Their texts: of one that cannot be read, too. */
  listKeys: () => Promise<string[]>;
  putKey: (apiKey: ApiKey) => Promise<void>;
  spend: (expense: Expense) => Promise<Spent>;
  /** Gives credits of that day back. @returns what is used now */
  refund: (key: string, credits: number, day: number) => Promise<number>;
  used: (key: string, day: number) => Promise<number>;
  /**
   * What the key has spent that day, a second ago at most, and what services have taken beside that
   * to grant it next (or had taken when they were killed).
   */
  spent: (key: string, day: number) => Promise<{ usedToday: number; reservedToday: number }>;
  /**
   * Of a key: roots of content (canonical text of the CID) that it keeps.
   * @returns false where it keeps as many as it may, and this is none of them
   */
  pin: (key: string, cid: string, atMost?: number) => Promise<boolean>;
  unpin: (key: string, cid: string) => Promise<boolean>;
  pins: (key: string) => Promise<string[]>;
  /** Throws where the store cannot be used now. */
  check: () => Promise<void>;
  close: () => Promise<void>;
};
