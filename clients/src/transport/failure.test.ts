import { describe, expect, it } from '@jest/globals';
import { readPause, untilMidnightUtc } from './failure';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('readPause', () => {
  it.each([
    ['seconds', '2', 2_000],
    ['zero seconds', '0', 0],
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
    [{ backoff_seconds: 7 }],
  ])('reads backoff_seconds in %j', (body) => {
    expect(readPause(null, body, now)).toBe(7_000);
  });

  it('believes the header before the body', () => {
    expect(readPause('3', { backoff_seconds: 7 }, now)).toBe(3_000);
  });

  it.each([
    [null, undefined],
    ['soon', { error: { data: { backoff_seconds: 'soon' } } }],
    ['', { error: null }],
  ])('returns undefined for %j and %j', (header, body) => {
    expect(readPause(header, body, now)).toBeUndefined();
  });
});

it('counts to the next midnight UTC', () => {
  expect(untilMidnightUtc(now)).toBe(12 * 3_600_000);
});
