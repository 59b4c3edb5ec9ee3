import { array, enums, type Infer, object, optional, string } from '@metamask/superstruct';
import { Count, whole } from '@xnet/clients/schema/field';
import { dispensable, listEntry, type Store, stateEntry } from './store';

/** Outcome of a request. `answered`: the user was not asked, or possibly not. */
const outcomes = ['agreed', 'refused', 'answered', 'failed'] as const;

const ActivityLine = object({
  /** Unix milliseconds; of the last request if there are several. */
  at: Count,
  origin: string(),
  method: string(),
  outcome: enums(outcomes),
  /** Number of requests; those that the user did not approve are counted, not listed separately. */
  times: whole('times', 1),
  /** Kind of error, for `failed`. */
  kind: optional(string()),
  /** The words of the node or service that the request failed at. */
  told: optional(string()),
});
export type ActivityEntry = Infer<typeof ActivityLine>;

/** The current page, and the number of full pages before it. */
const Newest = object({ before: Count, entries: array(ActivityLine) });
const newestEntry = dispensable(stateEntry('activity.newest', Newest, { before: 0, entries: [] }));

const ACTIVITY_PAGE_SIZE = 20;
/** Number of full pages kept; the newest replaces the oldest. */
const FULL_PAGES = 9;
const fullPage = (page: number) =>
  dispensable(listEntry(`activity.full${page % FULL_PAGES}`, ActivityLine));

/** Minimum time between two writes of counts only. */
const COUNT_EVERY_MS = 10_000;
const ORIGIN_LIMIT = 200;
const TOLD_LIMIT = 300;
/** Lines on the current page, besides approved ones: maximum of one site, and of all. */
const SHARE = 8;
const SHARE_OF_ALL = 12;

/**
 * Each site's requests, and the outcome. No request waits for these writes or fails because of
 * them.
 */
export function createActivity(store: Store, now: () => number) {
  let newestPage: Infer<typeof Newest> | undefined;
  let waiting: ActivityEntry[] = [];
  let writtenAt = Number.NEGATIVE_INFINITY;

  async function begin(): Promise<void> {
    if (newestPage) return;
    const loaded = await store.readCopy(newestEntry);
    newestPage ??= loaded;
    flush();
  }

  function flush(): void {
    if (!newestPage || waiting.length === 0) return;
    const { entries } = newestPage;
    let isNews = now() - writtenAt >= COUNT_EVERY_MS;
    for (const entry of waiting) {
      const same = entries.findIndex((candidate) => isCounted(candidate, entry));
      const [counted] = same === -1 ? [] : entries.splice(same, 1);
      entries.push(counted ? { ...entry, times: counted.times + 1 } : entry);
      dropBeyondShare(entries, entry.origin);
      isNews ||= !counted;
    }
    waiting = [];
    if (!isNews) return;
    writtenAt = now();
    while (entries.length > ACTIVITY_PAGE_SIZE) {
      const full = entries.splice(0, ACTIVITY_PAGE_SIZE);
      void store.write(fullPage(newestPage.before), full, 'unawaited');
      newestPage.before += 1;
    }
    void store.write(newestEntry, newestPage, 'unawaited');
  }

  return {
    /** Notes that a request has begun; the returned function notes its end. */
    begun(
      origin: string,
      method: string,
    ): (end: Pick<ActivityEntry, 'outcome' | 'kind' | 'told'>) => void {
      begin().catch(() => undefined);
      return (end) => {
        const entry = {
          at: now(),
          origin: origin.slice(0, ORIGIN_LIMIT),
          method,
          times: 1,
          ...end,
          ...(end.told !== undefined && { told: end.told.slice(0, TOLD_LIMIT) }),
        };
        waiting = [...waiting, entry].slice(-ACTIVITY_PAGE_SIZE);
        flush();
      };
    },

    /** A page of the log, newest first; `page` 0 is the newest of `pages`. */
    async list(page: number): Promise<{ entries: ActivityEntry[]; pages: number }> {
      const { before: fullPages, entries } = newestPage ?? (await store.read(newestEntry));
      const pages = 1 + Math.min(fullPages, FULL_PAGES);
      if (page <= 0) return { entries: [...entries].reverse(), pages };
      const full = page < pages ? await store.read(fullPage(fullPages - page)) : [];
      return { entries: [...full].reverse(), pages };
    },
  };
}

/** Never drops what the user approved, so no number of sites can fill a page with other entries. */
function dropBeyondShare(entries: ActivityEntry[], origin: string): void {
  const droppable = entries.filter((one) => one.outcome !== 'agreed');
  const ofSite = droppable.filter((one) => one.origin === origin);
  const [oldest] = ofSite.length > SHARE ? ofSite : droppable;
  if (oldest && (ofSite.length > SHARE || droppable.length > SHARE_OF_ALL))
    entries.splice(entries.indexOf(oldest), 1);
}

const isCounted = (a: ActivityEntry, b: ActivityEntry): boolean =>
  a.outcome !== 'agreed' &&
  a.outcome === b.outcome &&
  a.kind === b.kind &&
  a.origin === b.origin &&
  a.method === b.method;
