import { describe, expect, it } from '@jest/globals';
import { refill, waitMs } from './bucket';

describe('the bucket of a second', () => {
  // @promise P27.1
  it('holds the credits of one second, however long nobody took any', () => {
    const empty = { tokens: 0, atMs: 0 };
    expect(refill(empty, 500, 500).tokens).toBe(250);
    expect(refill(empty, 500, 60_000).tokens).toBe(500);
    expect(refill({ tokens: -500, atMs: 0 }, 500, 1_000).tokens).toBe(0);
  });

  it('gains nothing by a moment that is before the last one', () => {
    expect(refill({ tokens: 10, atMs: 5_000 }, 500, 4_000)).toEqual({ tokens: 10, atMs: 5_000 });
  });

  it('fills on by a clock that was set back, and gains nothing by that', () => {
    const setBack = refill({ tokens: 10, atMs: 5_000 }, 500, 1_000);
    expect(setBack).toEqual({ tokens: 10, atMs: 1_000 });
    expect(refill(setBack, 500, 1_100).tokens).toBe(60);
  });

  it('lets a dear call through when it is full, and tells how long to wait otherwise', () => {
    expect(waitMs({ tokens: 500, atMs: 0 }, 500, 1_000)).toBe(0);
    expect(waitMs({ tokens: 250, atMs: 0 }, 500, 1_000)).toBe(500);
  });
});
