import type { FetchEvent } from '../controllers/platform';
import type { Reply } from '../protocol/dappErrors';
import { moduleRequest, type NamedRequest } from '../protocol/names';
import type { CallView, RequestDetail, RequestView } from '../protocol/view';
import { isRecord } from '../record';

const maxEntries = 50;
/** Characters of params or a reply that are shown; a whole contract class is useless on a page. */
const shownLength = 20_000;

export type RequestLog = {
  /** Records a request's start; the returned function records its end. */
  start(origin: string, method: string, params: unknown): (reply: Reply) => void;
  /**
   * Records a call of the module to the wallet, for each request that is open: a module does not
   * say for which one it calls. The returned function records the call's end.
   */
  call(method: string, params: unknown): () => void;
  /** For one sandbox: records what it tells of its module's requests over HTTP. */
  fetches(): (event: FetchEvent) => void;
  /** Expands or collapses a request's row, on every page that shows it. */
  open(id: number, isOpen: boolean): void;
  entries(): RequestView[];
};

/** Calls of one request that are kept. */
const keptCalls = 200;

type Entry = Omit<RequestView, 'detail'> & {
  told: RequestDetail;
  began: number;
  calls: CallView[];
};

/** True if a site sent the same request as before and got the same response. */
const isRepeated = (entry: Entry, previous: Entry): boolean =>
  entry.method === previous.method &&
  previous.milliseconds !== null &&
  JSON.stringify(entry.told) === JSON.stringify(previous.told);

/**
 * The latest requests, newest first: caller, method, duration, outcome. Params and replies are sent
 * to the page only for expanded rows, and never written to disk. Repeated requests of a site share
 * one row, so that polling does not push out others.
 */
export function createRequestLog(onChange: () => void): RequestLog {
  const entries: Entry[] = [];
  const opened = new Set<number>();
  let count = 0;

  const note: Note = (call) => noteCall(entries, call);

  function end(entry: Entry, reply: Reply): void {
    entry.milliseconds = rounded(performance.now() - entry.began);
    if ('error' in reply) {
      entry.errorCode = reply.error.code;
      entry.told.error = textOf(reply.error);
    } else {
      entry.told.reply = textOf(reply.result);
    }
    const previous = entries.find(({ origin, id }) => origin === entry.origin && id < entry.id);
    if (previous && !opened.has(previous.id) && isRepeated(entry, previous)) {
      entry.times += previous.times;
      entries.splice(entries.indexOf(previous), 1);
    }
    onChange();
  }

  return {
    start(origin, method, params) {
      count += 1;
      const entry = beginEntry(count, origin, { method, params });
      entries.unshift(entry);
      for (const { id } of entries.splice(maxEntries)) opened.delete(id);
      onChange();
      return (reply) => end(entry, reply);
    },
    call: (method, params) =>
      note({ method, about: aboutOf(params), size: (JSON.stringify(params) ?? '').length }),
    fetches: () => fetchNotes(note),
    open(id, isOpen) {
      if (isOpen) opened.add(id);
      else opened.delete(id);
      onChange();
    },
    entries: () =>
      entries.map(({ told: detail, calls, began: _, ...entry }) => ({
        ...entry,
        detail: opened.has(entry.id) ? { ...detail, calls } : null,
      })),
  };
}

function beginEntry(id: number, origin: string, { method, params }: NamedRequest): Entry {
  const { method: requestedMethod, params: requestParams } = moduleRequest(params);
  const isAsked = typeof requestedMethod === 'string';
  return {
    id,
    origin,
    // Chosen by the dapp.
    method: (isAsked ? requestedMethod : method).slice(0, 80),
    time: Date.now(),
    milliseconds: null,
    errorCode: null,
    times: 1,
    began: performance.now(),
    calls: [],
    told: { params: textOf(isAsked ? requestParams : params), reply: null, error: null },
  };
}

/** Notes a call's start in each open request; the returned function notes its end. */
function noteCall(
  entries: readonly Entry[],
  made: Pick<CallView, 'method' | 'about' | 'size'>,
): (answer?: NonNullable<CallView['answer']>) => void {
  const startTime = performance.now();
  const noted: CallView[] = [];
  for (const { milliseconds, began, calls } of entries) {
    if (milliseconds !== null || calls.length >= keptCalls) continue;
    const call = { ...made, after: rounded(startTime - began), milliseconds: null };
    calls.push(call);
    noted.push(call);
  }
  return (answer) => {
    for (const call of noted) {
      call.milliseconds = rounded(performance.now() - startTime);
      if (answer) call.answer = answer;
    }
  };
}

type Note = (call: Pick<CallView, 'method' | 'about' | 'size'>) => ReturnType<typeof noteCall>;

/** Notes what one sandbox tells of its module's requests over HTTP. */
function fetchNotes(note: Note): (event: FetchEvent) => void {
  const open = new Map<number, ReturnType<Note>>();
  return (event) => {
    if ('verb' in event) {
      const { id, verb, host, about, size } = event;
      open.set(id, note({ method: `${verb} ${host}`, about, size }));
      return;
    }
    const { id, status, size } = event;
    open.get(id)?.({ status, size: Number.isNaN(size) ? null : size });
    open.delete(id);
  };
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** Distinguishes calls of one method: a key of the state, a derivation path, a kind of dialog. */
function aboutOf(params: unknown): string | null {
  if (!isRecord(params)) return null;
  const detail = [params.key, params.path, params.type].find((part) => part !== undefined);
  if (detail === undefined) return null;
  if (typeof detail === 'string') return detail;
  return JSON.stringify(detail);
}

/** Indented JSON; null if there is no value. */
function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  const text = JSON.stringify(value, null, 2);
  if (text.length > shownLength) return `${text.slice(0, shownLength)}\n…`;
  return text;
}
