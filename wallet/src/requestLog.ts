import type { Reply } from './dappErrors';
import { moduleRequest } from './names';
import type { RequestDetail, RequestView } from './view';

const kept = 50;
/** Characters of params or a reply that are shown; a whole contract class is useless on a page. */
const shownLength = 20_000;

export type RequestLog = {
  /** Records a request's start; the returned function records its end. */
  start(origin: string, method: string, params: unknown): (reply: Reply) => void;
  /** Expands or collapses a request's row, on every page that shows it. */
  open(id: number, isOpen: boolean): void;
  entries(): RequestView[];
};

type Entry = Omit<RequestView, 'detail'> & { told: RequestDetail };

/** True if a site sent the same request as before and got the same response. */
const isRepeated = (entry: Entry, before: Entry): boolean =>
  entry.method === before.method &&
  before.milliseconds !== null &&
  JSON.stringify(entry.told) === JSON.stringify(before.told);

/**
 * The latest requests, newest first: caller, method, duration, outcome. Params and replies are sent
 * to the page only for expanded rows, and never written to disk. Repeated requests of a site share
 * one row, so that polling does not push out others.
 */
export function createRequestLog(onChange: () => void): RequestLog {
  const entries: Entry[] = [];
  const opened = new Set<number>();
  let count = 0;
  return {
    start(origin, method, params) {
      count += 1;
      const began = performance.now();
      const { method: asked, params: given } = moduleRequest(params);
      const isAsked = typeof asked === 'string';
      const entry: Entry = {
        id: count,
        origin,
        // Chosen by the dapp.
        method: (isAsked ? asked : method).slice(0, 80),
        time: Date.now(),
        milliseconds: null,
        errorCode: null,
        times: 1,
        told: { params: shown(isAsked ? given : params), reply: null, error: null },
      };
      entries.unshift(entry);
      for (const { id } of entries.splice(kept)) opened.delete(id);
      onChange();
      return (reply) => {
        entry.milliseconds = Math.round((performance.now() - began) * 10) / 10;
        if ('error' in reply) {
          entry.errorCode = reply.error.code;
          entry.told.error = shown(reply.error);
        } else {
          entry.told.reply = shown(reply.result);
        }
        const before = entries.find((one) => one.origin === origin && one.id < entry.id);
        if (before && !opened.has(before.id) && isRepeated(entry, before)) {
          entry.times += before.times;
          entries.splice(entries.indexOf(before), 1);
        }
        onChange();
      };
    },
    open(id, isOpen) {
      if (isOpen) opened.add(id);
      else opened.delete(id);
      onChange();
    },
    entries: () =>
      entries.map(({ told, ...entry }) => ({
        ...entry,
        detail: opened.has(entry.id) ? told : null,
      })),
  };
}

/** Indented JSON; null if there is no value. */
function shown(value: unknown): string | null {
  if (value === undefined) return null;
  const text = JSON.stringify(value, null, 2);
  return text.length > shownLength ? `${text.slice(0, shownLength)}\n…` : text;
}
