import { type Bucket, refill, waitMs } from './bucket';
import { nextDayMs } from './day';
import type { Expense, Limit } from './store';

/**
 * Credits that this process has taken from a key's daily balance on disk, and spent. Credits are
 * taken from disk in portions before they are granted: a killed process loses at most the rest of
 * its portion, and no credit is granted twice. Several processes may share the folder.
 */
export type Portion = {
  key: string;
  day: number;
  spent: number;
  takenCredits: number;
  /** The part of `spent` recorded on disk for other processes. */
  recordedCredits: number;
};

/** A key's credits of a second, by its limit. */
export type Buckets = { readonly [limit in 'second' | 'ownSecond']?: Bucket };

/** A killed process loses at most this fraction of a key's daily credits … */
const part = 100;
/** … and at most this many: the owner may set a daily limit afterwards. */
const portionAtMost = 1_000_000;

/** One second's credits, unless that is far more than a service can answer in a second. */
const portionFor = ({ perDay, perSecond, ...ownLimits }: Expense): number => {
  const { ownPerDay = perDay, ownPerSecond = perSecond } = ownLimits;
  return Math.floor(Math.min(perSecond, ownPerSecond, ownPerDay / part, portionAtMost));
};

/** Usage across processes: portions of others count as spent, ours by what was used. */
export const countUsed = ({ takenCredits, spent }: Portion, onDisk: number): number =>
  onDisk - (takenCredits - spent);

export type Decision =
  /** There is too little: take so many credits from disk, then decide again. */
  | { kind: 'take'; credits: number }
  | { kind: 'grant'; buckets: Buckets }
  | { kind: 'refuse'; limit: Limit; waitMs: number };

/** Decides about an expense. @param onDisk credits that all processes have taken of the day */
export const decide = (
  portion: Portion,
  buckets: Buckets,
  onDisk: number,
  expense: Expense,
): Decision => {
  const { cost, nowMs, perDay, perSecond, ownPerDay, ownPerSecond } = expense;
  const missing = portion.spent + cost - portion.takenCredits;
  const tomorrowMs = nextDayMs(nowMs) - nowMs;
  if (missing > 0) {
    if (onDisk + missing > perDay) return { kind: 'refuse', limit: 'day', waitMs: tomorrowMs };
    return { kind: 'take', credits: Math.max(missing, portionFor(expense)) };
  }
  if (ownPerDay !== undefined && countUsed(portion, onDisk) + cost > ownPerDay) {
    return { kind: 'refuse', limit: 'ownDay', waitMs: tomorrowMs };
  }
  let bucketsAfter = buckets;
  const rates = [
    ['second', perSecond],
    ['ownSecond', ownPerSecond],
  ] as const;
  for (const [limit, rate] of rates) {
    if (rate === undefined) continue;
    const bucket = refill(buckets[limit], rate, nowMs);
    const wait = waitMs(bucket, rate, cost);
    if (wait > 0) return { kind: 'refuse', limit, waitMs: wait };
    bucketsAfter = { ...bucketsAfter, [limit]: { ...bucket, tokens: bucket.tokens - cost } };
  }
  return { kind: 'grant', buckets: bucketsAfter };
};
