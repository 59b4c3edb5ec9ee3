import { fail, ModuleError } from '../errors';
import type { Blocks } from '../state/blocks';

/** One dialog at a time and a short queue for each site (docs/decisions.md, "Dialog flood"). */
const guardLimits = {
  waiting: 3,
  refusals: 3,
  windowMs: 30_000,
  blockMs: 60_000,
  longestBlockMs: 600_000,
} as const;

/**
 * For work that leads to a dialog: none is done for a site that may not open one now.
 * @throws siteBlocked
 */
export async function refuseBlocked(
  { blocks, now }: { blocks: Blocks; now: () => number },
  origin: string,
): Promise<void> {
  const all = await blocks.all();
  const block = Object.hasOwn(all, origin) ? all[origin] : undefined;
  if (!block || block.until <= now()) return;
  const seconds = Math.ceil((block.until - now()) / 1000);
  fail('siteBlocked', `It may ask again in ${seconds} seconds.`, { retryAfterSeconds: seconds });
}

/**
 * Keeps a site from flooding the user with dialogs: one open, at most three waiting, and a block
 * after three refusals within 30 seconds that doubles each time, up to ten minutes.
 */
export function dialogGuardOf(blocks: Blocks, now: () => number) {
  const waiting = new Map<string, number>();
  const turns = new Map<string, Promise<unknown>>();
  const refusals = new Map<string, number[]>();

  async function noteRefusal(origin: string): Promise<void> {
    const since = now() - guardLimits.windowMs;
    const recent = [...(refusals.get(origin) ?? []).filter((at) => at > since), now()];
    refusals.set(origin, recent);
    if (recent.length < guardLimits.refusals) return;
    refusals.delete(origin);
    const before = (await blocks.all())[origin]?.length ?? guardLimits.blockMs / 2;
    const length = Math.min(before * 2, guardLimits.longestBlockMs);
    await blocks.put(origin, { until: now() + length, length });
  }

  /**
   * Shows a dialog of a site when its turn has come.
   * @throws limitExceeded when too many wait, siteBlocked while blocked, and what `show` throws
   */
  return async function guarded<T>(origin: string, show: () => Promise<T>): Promise<T> {
    await refuseBlocked({ blocks, now }, origin);
    const queued = waiting.get(origin) ?? 0;
    if (queued > guardLimits.waiting)
      fail('limitExceeded', 'Too many requests of this site wait for the user.');
    waiting.set(origin, queued + 1);
    const turn = (turns.get(origin) ?? Promise.resolve()).then(async () => {
      await refuseBlocked({ blocks, now }, origin);
      return show();
    });
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    turns.set(origin, settled);
    try {
      return await turn;
    } catch (error) {
      if (error instanceof ModuleError && error.kind === 'userRejected') await noteRefusal(origin);
      throw error;
    } finally {
      waiting.set(origin, (waiting.get(origin) ?? 1) - 1);
      if (turns.get(origin) === settled) turns.delete(origin);
      if (waiting.get(origin) === 0) waiting.delete(origin);
    }
  };
}
