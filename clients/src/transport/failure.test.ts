import { describe, expect, it } from '@jest/globals';
import { ModuleError } from '../errors';
import { getFailure, readPause, transportError, untilMidnightUtc } from './failure';
import { statusError } from './statusError';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('readPause', () => {
  it.each([
    ['seconds', '2', 2_000],
    ['zero seconds', '0', 0],
    ['seconds between spaces', ' 2 ', 2_000],
    ['an HTTP date', 'Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['an HTTP date that is past', 'Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['a pause too long to be meant', '99999999', 600_000],
  ])('reads %s', (_, header, pause) => {
    expect(readPause(header, undefined, now)).toBe(pause);
  });

  it.each([
    [{ error: { code: -32005, data: { backoff_seconds: 7 } } }],
    [{ error: { code: -32005, data: { rate: { backoff_seconds: 7 } } } }],
    [{ error: { backoff_seconds: 7 } }],
    [{ data: { backoff_seconds: 7 } }],
    [{ backoff_seconds: 7 }],
  ])('reads backoff_seconds in %j', (body) => {
    expect(readPause(null, body, now)).toBe(7_000);
  });

  it('prefers the header to the body', () => {
    expect(readPause('3', { backoff_seconds: 7 }, now)).toBe(3_000);
  });

  it.each([
    [null, undefined],
    ['soon', { error: { data: { backoff_seconds: 'soon' } } }],
    ['', { error: null }],
    ['2 soon', { backoff_seconds: Number.POSITIVE_INFINITY }],
    ['soon 2x', { backoff_seconds: Number.NaN }],
  ])('returns undefined for %j and %j', (header, body) => {
    expect(readPause(header, body, now)).toBeUndefined();
  });
});

it.each([
  { error: { details: 'told', message: 'other' } },
  { error: { details: '', message: 'told' }, message: 'other' },
  { error: 'told', message: 'other' },
  { error: { message: 5 }, message: 'told', Message: 'other' },
  { Message: 'told' },
  [
    { id: 1, error: { message: 'told' } },
    { id: 2, error: { message: 'other' } },
  ],
])('finds the reason in %j', (body) => {
  const response = new Response(null, { status: 400 });
  const error = statusError(response, body, { url: 'https://node.example' }, now);
  expect(error.data.reason).toBe('told');
});

it('returns what happened on the wire for errors of the wire alone', () => {
  const failure = { fault: 'rate' } as const;
  expect(getFailure(transportError(failure, ''))).toBe(failure);
  for (const cause of [undefined, null, 'rate', { status: 400 }])
    expect(getFailure(new ModuleError('nodeFault', '', {}, { cause }))).toBeUndefined();
  expect(getFailure(new Error('none', { cause: failure }))).toBeUndefined();
});

it('counts to the next midnight UTC', () => {
  expect(untilMidnightUtc(now)).toBe(12 * 3_600_000);
});
