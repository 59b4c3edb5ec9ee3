import { describe, expect, it } from '@jest/globals';
import { createBreaker } from './breaker';

describe('the breaker', () => {
  it.each([
    ['as long as it says', 4_999, false],
    ['no longer', 5_000, true],
    ['no longer where the clock is set back', -3_600_000, true],
  ])('leaves alone what has failed, %s', (_name, laterMs, admits) => {
    const time = { now: 10_000_000 };
    const breaker = createBreaker(() => time.now);
    for (let failure = 0; failure < 5; failure += 1) breaker.failed();
    expect(breaker.admits()).toBe(false);
    time.now += laterMs;
    expect(breaker.admits()).toBe(admits);
  });
});
