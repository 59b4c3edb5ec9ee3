import { isRecord } from './record';
import type { RequestView } from './view';

const kept = 50;

export type RequestLog = {
  /** Notes a request's start; the returned function notes its end. */
  start(origin: string, method: string, params: unknown): (errorCode: number | null) => void;
  entries(): RequestView[];
};

/** The last requests, newest first: who called what, how long it took, how it ended. No params. */
export function createRequestLog(onChange: () => void): RequestLog {
  const entries: RequestView[] = [];
  let count = 0;
  return {
    start(origin, method, params) {
      count += 1;
      const began = performance.now();
      const entry: RequestView = {
        id: count,
        origin,
        method: shownMethod(method, params),
        time: Date.now(),
        milliseconds: null,
        errorCode: null,
      };
      entries.unshift(entry);
      entries.length = Math.min(entries.length, kept);
      onChange();
      return (errorCode) => {
        entry.milliseconds = Math.round((performance.now() - began) * 10) / 10;
        entry.errorCode = errorCode;
        onChange();
      };
    },
    entries: () => entries,
  };
}

/** The module's method where one is invoked, else the wallet's; cut, because a dapp chose it. */
function shownMethod(method: string, params: unknown): string {
  const request = isRecord(params) ? params.request : undefined;
  const inner = isRecord(request) ? request.method : undefined;
  return (typeof inner === 'string' ? inner : method).slice(0, 80);
}
