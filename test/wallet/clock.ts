import type { Clock } from '@xnet/clients/transport/policy';

export type TestClock = Required<Clock> & {
  /** Every pause that was skipped, in milliseconds. */
  readonly pauses: number[];
  /** Lets time pass; timers that become due run. */
  advance(ms: number): void;
};

/**
 * A clock that does not wait: a timer of at most `pausesUpToMs` fires at once, as if that time had
 * passed; longer ones (timeouts) wait for `advance`.
 */
export function createClock({
  start = 1_800_000_000_000,
  random = 0.5,
  pausesUpToMs = 9_000,
} = {}) {
  const timers = new Set<{ at: number; run: () => void }>();
  const pauses: number[] = [];
  let time = start;

  const clock: TestClock = {
    pauses,
    now: () => time,
    random: () => random,
    setTimer(run, ms) {
      if (ms <= pausesUpToMs) {
        pauses.push(ms);
        time += ms;
        setImmediate(run);
        return () => {};
      }
      const timer = { at: time + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      time += ms;
      for (const timer of [...timers]) {
        if (timer.at > time) continue;
        timers.delete(timer);
        timer.run();
      }
    },
  };
  return clock;
}
