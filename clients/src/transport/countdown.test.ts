import { describe, expect, it } from '@jest/globals';
import { createCountdown } from './countdown';

describe('createCountdown', () => {
  it.each([
    ['as long as it says', 4_999, 1],
    ['no longer', 5_000, 0],
    ['no longer if the clock is set back', -3_600_000, 0],
  ])('runs %s', (_name, laterMs, leftMs) => {
    const time = { now: 10_000_000 };
    const countdown = createCountdown(() => time.now);
    expect(countdown.isOver()).toBe(true);
    countdown.start(5_000);
    time.now += laterMs;
    expect([countdown.leftMs(), countdown.isOver()]).toEqual([leftMs, leftMs === 0]);
  });

  it('begins anew, and ends at once if it has no time', () => {
    const countdown = createCountdown(() => 7);
    countdown.start(5_000);
    countdown.start(3_000);
    expect(countdown.leftMs()).toBe(3_000);
    countdown.start(0);
    expect(countdown.isOver()).toBe(true);
  });
});
