import { randomBytes } from 'node:crypto';
import { fail, type LimitFacts } from '../errors';
import type { ApiKey } from '../stores/apiKey';
import { endOfDayMs, getDay, nextDayMs } from '../stores/day';
import type { Store } from '../stores/store';
import { getPlan, type Plans } from './plans';

/**
 * What a request has cost its key so far; reported in response headers. `id` is the service's own:
 * with a caller's, a caller could pay once for many.
 */
export type Charge = { id: string; apiKey: ApiKey; day: number; credits: number; used: number };

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

export const createMeter = (dependencies: {
  store: Store;
  plans: Plans;
  clock: () => number;
  onSpent: (plan: string, credits: number) => void;
}) => {
  const { store, plans, clock, onSpent } = dependencies;
  /** The smaller of the plan's limit and the owner's own. */
  const perDayOf = ({ plan, ownPerDay }: ApiKey): number =>
    Math.min(getPlan(plans, plan).creditsPerDay, ownPerDay ?? Number.POSITIVE_INFINITY);
  const instance = randomBytes(8).toString('base64url');
  let begun = 0;

  const begin = (apiKey: ApiKey): Charge => {
    begun += 1;
    const id = `${instance}${begun.toString(36)}`;
    return { id, apiKey, day: getDay(clock()), credits: 0, used: 0 };
  };

  /**
   * Takes all of the credits or none, once for a charge; `settle` ends it.
   *
   * @throws `spent`, `tooFast` or `ownLimit`; such a request is free
   */
  const spend = async (charge: Charge, cost: number): Promise<void> => {
    const { apiKey } = charge;
    const { key, ownPerDay, ownPerSecond } = apiKey;
    const { creditsPerDay: perDay, creditsPerSecond: perSecond } = getPlan(plans, apiKey.plan);
    const nowMs = clock();
    const limits = { perDay, perSecond, ownPerDay, ownPerSecond };
    const day = getDay(nowMs);
    const outcome = await store.spend({ id: charge.id, key, day, cost, nowMs, ...limits });
    charge.used = outcome.used;
    if (outcome.granted) {
      charge.day = day;
      charge.credits = cost;
      onSpent(apiKey.plan, cost);
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

  /** Keeps this much of what was taken, and gives back what a failed request, or a part of one, was charged. */
  const settle = async (charge: Charge, keep: number): Promise<void> => {
    const { id, apiKey, day, credits: cost } = charge;
    if (cost === 0) return;
    charge.credits = Math.min(cost, keep);
    const back = cost - charge.credits;
    if (back > 0) onSpent(apiKey.plan, -back);
    const used = await store.settle({ id, key: apiKey.key, day, cost, keep: charge.credits });
    charge.used = used ?? charge.used - back;
  };

  const leftOf = ({ apiKey, used }: Pick<Charge, 'apiKey' | 'used'>): number =>
    Math.max(0, perDayOf(apiKey) - used);

  const balance = async (apiKey: ApiKey): Promise<Balance> => {
    const nowMs = clock();
    const used = await store.used(apiKey.key, getDay(nowMs));
    return {
      plan: apiKey.plan,
      creditsPerDay: perDayOf(apiKey),
      creditsPerSecond: Math.min(
        getPlan(plans, apiKey.plan).creditsPerSecond,
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

  return { begin, spend, settle, balance, headers };
};
