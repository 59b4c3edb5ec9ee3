import { randomBytes } from 'node:crypto';
import { type Kind, ServiceError } from '../errors';
import type { ApiKey } from '../stores/apiKey';
import { endOfDayMs, getDay, nextDayMs } from '../stores/day';
import type { Limit, Soon, Spent, Store } from '../stores/store';
import { getPlan, type Plans } from './plans';

/**
 * The cost of a request for its key so far; reported in response headers. `id` is the service's own:
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

const kindOf = {
  day: 'spent',
  second: 'tooFast',
  ownDay: 'ownLimit',
  ownSecond: 'ownLimit',
} as const satisfies Record<Limit, Kind>;

/** `spent`, `tooFast` or `ownLimit`. */
const refusalOf = (
  { limit, waitMs }: { limit: Limit; waitMs: number },
  { perSecond, ownPerSecond = perSecond }: { perSecond: number; ownPerSecond: number | undefined },
): ServiceError =>
  new ServiceError(kindOf[limit], {
    limit: {
      creditsPerSecond: kindOf[limit] === 'ownLimit' ? ownPerSecond : perSecond,
      waitSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    },
  });

const limitsOf = (plans: Plans, { plan, ownPerDay, ownPerSecond }: ApiKey) => {
  const { creditsPerDay: perDay, creditsPerSecond: perSecond } = getPlan(plans, plan);
  return { perDay, perSecond, ownPerDay, ownPerSecond };
};

/** The smaller of the plan's limit and the owner's own. */
const takeLower = (limit: number, ownLimit = Number.POSITIVE_INFINITY): number =>
  Math.min(limit, ownLimit);

const leftOf = (plans: Plans, apiKey: ApiKey, used: number): number => {
  const { perDay, ownPerDay } = limitsOf(plans, apiKey);
  return Math.max(0, takeLower(perDay, ownPerDay) - used);
};

const balanceOf = (plans: Plans, apiKey: ApiKey, used: number, nowMs: number): Balance => {
  const { perDay, perSecond, ownPerDay, ownPerSecond } = limitsOf(plans, apiKey);
  return {
    plan: apiKey.plan,
    creditsPerDay: takeLower(perDay, ownPerDay),
    creditsPerSecond: takeLower(perSecond, ownPerSecond),
    used,
    left: leftOf(plans, apiKey, used),
    resetsAt: nextDayMs(nowMs) / 1_000,
  };
};

export type Meter = ReturnType<typeof createMeter>;

export const createMeter = (dependencies: {
  store: Store;
  plans: Plans;
  clock: () => number;
  onSpent: (plan: string, credits: number) => void;
}) => {
  const { store, plans, clock, onSpent } = dependencies;
  const instance = randomBytes(8).toString('base64url');
  let chargeCount = 0;

  const begin = (apiKey: ApiKey): Charge => {
    chargeCount += 1;
    const id = `${instance}${chargeCount.toString(36)}`;
    return { id, apiKey, day: getDay(clock()), credits: 0, used: 0 };
  };

  /**
   * Takes all of the credits or none, once for a charge; `settle` ends it.
   *
   * @throws `spent`, `tooFast` or `ownLimit`; such a request is free
   */
  const spend = (charge: Charge, cost: number): Soon<void> => {
    const { apiKey } = charge;
    const { key } = apiKey;
    const nowMs = clock();
    const limits = limitsOf(plans, apiKey);
    const day = getDay(nowMs);
    const note = (outcome: Spent): void => {
      charge.used = outcome.used;
      if (!outcome.granted) throw refusalOf(outcome, limits);
      charge.day = day;
      charge.credits = cost;
      onSpent(apiKey.plan, cost);
    };
    const outcome = store.spend({ id: charge.id, key, day, cost, nowMs, ...limits });
    if (outcome instanceof Promise) return outcome.then(note);
    return note(outcome);
  };

  /** Keeps this much of what was taken, and gives back what a failed request, or a part of one, was charged. */
  const settle = (charge: Charge, keep: number): Soon<void> => {
    const { id, apiKey, day, credits: cost } = charge;
    if (cost === 0) return;
    charge.credits = Math.min(cost, keep);
    const back = cost - charge.credits;
    if (back > 0) onSpent(apiKey.plan, -back);
    const note = (used: number | undefined): void => {
      charge.used = used ?? charge.used - back;
    };
    const used = store.settle({ id, key: apiKey.key, day, cost, keep: charge.credits });
    if (used instanceof Promise) return used.then(note);
    return note(used);
  };

  const balance = async (apiKey: ApiKey): Promise<Balance> => {
    const nowMs = clock();
    return balanceOf(plans, apiKey, await store.used(apiKey.key, getDay(nowMs)), nowMs);
  };

  /** Reports a charge in the headers of its response. */
  const headers = ({ apiKey, credits, used, day }: Charge): Readonly<Record<string, string>> => ({
    'x-credits-used': String(credits),
    'x-credits-left': String(leftOf(plans, apiKey, used)),
    // The same day as in the other headers, even if it is over when a call is answered.
    'x-credits-reset': String(endOfDayMs(day) / 1_000),
  });

  return { begin, spend, settle, balance, headers };
};
