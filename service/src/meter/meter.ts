import { fail, type LimitFacts } from '../errors';
import type { ApiKey } from '../stores/apiKey';
import { dayOf, endOfDayMs, nextDayMs } from '../stores/day';
import type { Store } from '../stores/store';
import { planOf } from './plans';

/** What a request has cost its key so far; reported in response headers. */
export type Charge = { apiKey: ApiKey; day: number; credits: number; used: number };

export type Balance = {
  plan: string;
  creditsPerDay: number;
  creditsPerSecond: number;
  used: number;
  left: number;
  /** Unix seconds of the next 00:00 UTC. */
  resetsAt: number;
};

export type Meter = ReturnType<typeof createMeter>;

/** The smaller of the plan's limit and the owner's own. */
const perDayOf = ({ plan, ownPerDay }: ApiKey): number =>
  Math.min(planOf(plan).creditsPerDay, ownPerDay ?? Number.POSITIVE_INFINITY);

export const createMeter = (dependencies: {
  store: Store;
  clock: () => number;
  onSpent: (credits: number) => void;
}) => {
  const { store, clock, onSpent } = dependencies;

  const begin = (apiKey: ApiKey): Charge => ({ apiKey, day: dayOf(clock()), credits: 0, used: 0 });

  /**
   * Takes all of the credits or none.
   *
   * @throws `spent`, `tooFast` or `ownLimit`; such a request is free
   */
  const add = async (charge: Charge, cost: number): Promise<void> => {
    const { apiKey } = charge;
    const { key, ownPerDay, ownPerSecond } = apiKey;
    const { creditsPerDay: perDay, creditsPerSecond: perSecond } = planOf(apiKey.plan);
    const nowMs = clock();
    const expense = { key, cost, nowMs, perDay, perSecond, ownPerDay, ownPerSecond };
    const outcome = await store.spend(expense);
    charge.used = outcome.used;
    if (outcome.granted) {
      charge.day = dayOf(nowMs);
      charge.credits += cost;
      onSpent(cost);
      return;
    }
    const isOwn = outcome.limit === 'ownDay' || outcome.limit === 'ownSecond';
    const limit: LimitFacts = {
      creditsPerSecond: isOwn ? (ownPerSecond ?? perSecond) : perSecond,
      waitSeconds: Math.max(1, Math.ceil(outcome.waitMs / 1_000)),
    };
    const kinds = { day: 'spent', second: 'tooFast', ownDay: 'ownLimit', ownSecond: 'ownLimit' };
    fail(kinds[outcome.limit] as 'spent' | 'tooFast' | 'ownLimit', undefined, { limit });
  };

  /** Refunds what a failed request, or a failed part of one, was charged. */
  const giveBack = async (charge: Charge, credits: number): Promise<void> => {
    const amount = Math.min(credits, charge.credits);
    if (amount === 0) return;
    charge.credits -= amount;
    onSpent(-amount);
    charge.used = await store.refund(charge.apiKey.key, amount, charge.day);
  };

  const leftOf = ({ apiKey, used }: Pick<Charge, 'apiKey' | 'used'>): number =>
    Math.max(0, perDayOf(apiKey) - used);

  const balance = async (apiKey: ApiKey): Promise<Balance> => {
    const nowMs = clock();
    const used = await store.used(apiKey.key, dayOf(nowMs));
    return {
      plan: apiKey.plan,
      creditsPerDay: perDayOf(apiKey),
      creditsPerSecond: Math.min(
        planOf(apiKey.plan).creditsPerSecond,
        apiKey.ownPerSecond ?? Number.POSITIVE_INFINITY,
      ),
      used,
      left: leftOf({ apiKey, used }),
      resetsAt: nextDayMs(nowMs) / 1_000,
    };
  };

  const headers = (charge: Charge): Record<string, string> => ({
    'x-credits-used': String(charge.credits),
    'x-credits-left': String(leftOf(charge)),
    // Of the same day as the other headers, even if it is over when a call is answered.
    'x-credits-reset': String(endOfDayMs(charge.day) / 1_000),
  });

  return { begin, add, giveBack, balance, headers };
};
