import { fail, getErrorKind } from '@xnet/clients/errors';
import type { Steps } from '../../starknet/effort';
import { type Blocks, getBlockedMs } from '../../state/grants';
import type { Compute } from './computing';
import type { createTurns } from './turns';

/** Limits of one site, checked before anything of its request runs. */
const siteLimits = {
  /** Concurrent requests. */
  running: 64,
  /** Requests among these that ask the user: their dialogs take turns with all others. */
  asking: 4,
  /** Node calls per minute, except for dialogs (see `ask`). */
  nodeCalls: 600,
  /** Estimated milliseconds of computation per minute. */
  workMs: 10_000,
  refusals: 3,
  windowMs: 30_000,
  blockMs: 60_000,
  longestBlockMs: 600_000,
} as const;

const MINUTE_MS = 60_000;
/** Above this number, sites that were inactive for a while are dropped. */
const SITES = 500;

/** The rest of a minute's allowance; negative after a task that cost more than was left. */
type RemainingShare = { left: number; at: number };
type Admission = { asks: boolean; isTrusted: boolean; isBlockedWhenRefused?: true | undefined };
type Site = {
  running: number;
  asking: number;
  seenAt: number;
  refusals: number[];
  nodeCalls: RemainingShare;
  workMs: RemainingShare;
};

export type SiteLimits = ReturnType<typeof createSiteLimits>;
/** Quota of a request: created before any of it runs, and returned at its end. */
export type RequestQuota = ReturnType<SiteLimits['enter']>;

/** All limits of a site in one place: concurrency, rates, and how often it asks. */
export function createSiteLimits(
  blocks: Blocks,
  now: () => number,
  turns: ReturnType<typeof createTurns>,
  compute: Compute,
) {
  const sites = new Map<string, Site>();
  const refusals = createRefusals(blocks, now);

  function siteOf(origin: string): Site {
    if (sites.size > SITES)
      for (const [name, { running, seenAt }] of sites)
        if (running === 0 && now() - seenAt > 2 * MINUTE_MS) sites.delete(name);
    const fresh = {
      running: 0,
      asking: 0,
      refusals: [],
      nodeCalls: { left: siteLimits.nodeCalls, at: now() },
      workMs: { left: siteLimits.workMs, at: now() },
    };
    const site = Object.assign(sites.get(origin) ?? fresh, { seenAt: now() });
    sites.set(origin, site);
    return site;
  }

  return {
    /** True if a dialog is open or waits for its turn, or a site's request may open one later. */
    isAsking: (): boolean => turns.isTaken() || [...sites.values()].some(({ asking }) => asking),

    /**
     * Lets a request in; one that `asks` the user stands in line from here on. A trusted site is held
     * to the limits of dialogs alone. @throws limitExceeded
     */
    enter(origin: string, admission: Admission) {
      const site = siteOf(origin);
      if (!admission.isTrusted && site.running >= siteLimits.running)
        fail('limitExceeded', 'Too many requests run at a time.');
      if (!admission.isTrusted) spend(site, 'workMs', 1, now);
      return createQuota(origin, site, admission, { refusals, now, turns, compute });
    },
  };
}

type Costly = 'nodeCalls' | 'workMs';

/** Charges the minute's allowance. @throws limitExceeded if it is already used up */
function spend(site: Site, resource: Costly, cost: number, now: () => number): void {
  const allowance = site[resource];
  const perMillisecond = siteLimits[resource] / MINUTE_MS;
  const elapsed = Math.max(0, now() - allowance.at);
  allowance.left = Math.min(siteLimits[resource], allowance.left + elapsed * perMillisecond);
  allowance.at = now();
  if (allowance.left <= 0) {
    const seconds = Math.ceil((1 - allowance.left) / perMillisecond / 1000);
    fail('limitExceeded', `The site may go on in ${seconds} seconds.`, {
      retryAfterSeconds: seconds,
    });
  }
  allowance.left -= cost;
}

/** Work of a request counts no more once the user has agreed to it. */
function giveBack(site: Site, spent: Record<Costly, number>): void {
  site.nodeCalls.left += spent.nodeCalls;
  site.workMs.left += spent.workMs;
  spent.nodeCalls = spent.workMs = 0;
}

/** Blocks of sites whose dialogs the user refuses. */
function createRefusals(blocks: Blocks, now: () => number) {
  /** @throws siteBlocked */
  async function refuseBlocked(origin: string): Promise<void> {
    const seconds = Math.ceil(getBlockedMs((await blocks.all())[origin], now()) / 1000);
    if (seconds === 0) return;
    fail('siteBlocked', `It may ask again in ${seconds} seconds.`, { retryAfterSeconds: seconds });
  }

  async function note(origin: string, site: Site, maxRefusals: number): Promise<void> {
    const since = now() - siteLimits.windowMs;
    site.refusals = [...site.refusals.filter((time) => time > since), now()];
    if (site.refusals.length < maxRefusals) return;
    site.refusals = [];
    const lastBlockMs = (await blocks.all())[origin]?.length ?? siteLimits.blockMs / 2;
    const length = Math.min(lastBlockMs * 2, siteLimits.longestBlockMs);
    // If the wallet cannot store the block, none applies; the refusal is still reported.
    await blocks.put(origin, { until: now() + length, length }).catch(() => undefined);
  }

  return { refuseBlocked, note };
}

type Means = {
  readonly refusals: ReturnType<typeof createRefusals>;
  readonly now: () => number;
  readonly turns: ReturnType<typeof createTurns>;
  readonly compute: Compute;
};

/** Creates the quota of one request. */
function createQuota(
  origin: string,
  site: Site,
  { asks, isTrusted, isBlockedWhenRefused }: Admission,
  { refusals, now, turns, compute }: Means,
) {
  let isAsking = false;
  let isSeen = false;
  let requireStill = (): unknown => undefined;
  const spent = { nodeCalls: 0, workMs: 0 };

  const enqueue = () => {
    if (isAsking) return;
    if (site.asking >= siteLimits.asking)
      fail('limitExceeded', 'Too many requests wait for the user.');
    isAsking = true;
    site.asking += 1;
  };
  if (asks) enqueue();
  site.running += 1;

  function spendOn(resource: Costly, cost: number): void {
    if (isTrusted || isSeen) return;
    spend(site, resource, cost, now);
    spent[resource] += cost;
  }

  return {
    leave(): void {
      site.running -= 1;
      if (isAsking) site.asking -= 1;
    },

    /** Before anything runs of what is made to ask the user. @throws siteBlocked */
    requireFree: async (): Promise<unknown> => asks && refusals.refuseBlocked(origin),

    /** A check repeated before each dialog, and at its end: the user may revoke it meanwhile. */
    recheckAroundDialog(check: typeof requireStill): void {
      requireStill = check;
    },

    /** @throws limitExceeded if the minute's allowance is already used up */
    spend: spendOn,

    /** Computes in the site's turn, and charges what was really done. @throws limitExceeded */
    compute: <T>(steps: Steps<T>): Promise<T> =>
      compute(origin, steps, (ms) => spendOn('workMs', ms)),

    /** Shows a dialog in its turn; agreed to, it costs nothing. @throws limitExceeded, siteBlocked … */
    async ask<T>(show: () => Promise<T>): Promise<T> {
      enqueue();
      return turns.take(origin, async () => {
        await refusals.refuseBlocked(origin);
        await requireStill();
        isSeen = true;
        try {
          const answer = await show();
          await requireStill();
          giveBack(site, spent);
          return answer;
        } catch (error) {
          // Before the next turn, which may be the same site's.
          if (getErrorKind(error) === 'userRejected')
            await refusals.note(origin, site, isBlockedWhenRefused ? 1 : siteLimits.refusals);
          throw error;
        }
      });
    },
  };
}
