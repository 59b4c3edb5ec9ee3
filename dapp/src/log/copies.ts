import type { Entry, Outgoing } from './log';

const indent = 2;

/** JSON for people; what JSON cannot hold is shown as text. */
export const pretty = (value: unknown): string =>
  JSON.stringify(
    value ?? null,
    (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part),
    indent,
  );

/** One request with its reply, as plain data. */
export function entryAsJson(entry: Entry): object {
  const { outgoing, outcome, startedAt, milliseconds, times } = entry;
  return {
    at: new Date(startedAt).toISOString(),
    milliseconds,
    times,
    ...(outgoing.to === 'wallet'
      ? { request: outgoing.request }
      : { url: outgoing.url, request: outgoing.body }),
    ...(outcome.state === 'reply' && { reply: outcome.result ?? null }),
    ...(outcome.state === 'error' && { error: outcome.failure }),
    ...(outcome.state === 'pending' && { pending: true }),
  };
}

/** The request as a dapp would write it. */
export function asCode(outgoing: Outgoing): string {
  if (outgoing.to === 'wallet') return `await provider.request(${pretty(outgoing.request)});`;
  const options = `{\n  method: 'POST',\n  headers: { 'content-type': 'application/json' },\n  body: '${outgoing.body}',\n}`;
  return `await fetch('${outgoing.url}', ${options});`;
}
