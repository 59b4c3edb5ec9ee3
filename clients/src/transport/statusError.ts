import type { ModuleError } from '../errors';
import type { Endpoint } from './endpoint';
import { type Failure, member, readPause, transportError, untilMidnightUtc } from './failure';
import { redactText, redactUrl } from './redact';

/**
 * Maps an HTTP status other than 2xx, with details from the body, to an error.
 * @param body as JSON, or its plain text
 */
export function statusError(
  response: Response,
  body: unknown,
  endpoint: Endpoint,
  now: number,
): ModuleError {
  // A failed batch has an answer for each call.
  const [json] = [body].flat();
  const { status } = response;
  const detail = `${redactUrl(endpoint.url)} answered HTTP ${status}.`;
  const statedPause = readPause(response.headers.get('retry-after'), json, now);
  const error = member(json, 'error');
  const statedReason = [
    member(error, 'details'),
    member(error, 'message'),
    error,
    member(json, 'message'),
    member(json, 'Message'),
    json,
  ];
  const text = statedReason.find((part) => typeof part === 'string' && part !== '');
  const reason = redactText(typeof text === 'string' ? text : `HTTP ${status}`, endpoint);
  const fail = (failure: Failure, advice = '') =>
    transportError({ ...failure, status }, `${detail}${advice}`, reason.slice(0, 500));

  if (status === 402 || isDailyQuota(error)) {
    return fail(
      { fault: 'quota', pauseMs: untilMidnightUtc(now) },
      ' Its daily allowance is used up.',
    );
  }
  if (status === 429) {
    if (statedPause === undefined) return fail({ fault: 'rate' });
    return fail(
      { fault: 'rate', pauseMs: statedPause },
      ` Ask again in ${Math.ceil(statedPause / 1000)} s.`,
    );
  }
  // An IPFS node reports a failed call (such as a missing block) this way; the node is healthy.
  const isAnswer = status === 500 && member(json, 'Type') === 'error';
  if (isAnswer || (status < 500 && status !== 408)) return fail({ fault: 'refused' });
  return fail({ fault: 'serverError', pauseMs: statedPause });
}

/** Node providers' event for an exhausted daily allowance, and the code sent with it. */
const dailyQuota: readonly unknown[] = [-33000, 402];

/**
 * True if an error object reports that the daily allowance is used up: by the current event or
 * code, or by the former text, which came with the code of any limit (-32005).
 */
export const isDailyQuota = (error: unknown): boolean => {
  const message = member(error, 'message');
  return (
    ['event', 'code'].some((name) => dailyQuota.includes(member(error, name))) ||
    (member(error, 'code') === -32005 &&
      typeof message === 'string' &&
      /daily request count exceeded/iu.test(message))
  );
};
