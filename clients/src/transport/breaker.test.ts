import { describe, expect, it } from '@jest/globals';
import { createBreaker } from './breaker';

describe('createBreaker', () => {
  it.each([
    ['as long as it says', 4_999, false],
    ['no longer', 5_000, true],
    ['no longer where the clock is set back', -3_600_000, true],
  ])('leaves alone what has failed, %s', (_name, laterMs, admits) => {
    const time = { now: 10_000_000 };
    const breaker = createBreaker(() => time.now, 5, 5_000);
    for (let failure = 0; failure < 5; failure += 1) breaker.failed();
    expect(breaker.admits()).toBe(false);
    time.now += laterMs;
    expect(breaker.admits()).toBe(admits);
  });

  it('lets a single request try what has failed, until its outcome is known', () => {
    const time = { now: 0 };
    const breaker = createBreaker(() => time.now, 1, 1_000);
    for (const outcome of ['failed', 'abandoned', 'succeeded'] as const) {
      breaker.failed();
      time.now += 1_000;
      expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
      breaker[outcome]();
      expect(breaker.admits()).toBe(outcome !== 'failed');
      time.now += 1_000;
    }
    expect(breaker.state()).toBe('closed');
  });
});
