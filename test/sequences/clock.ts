import { join } from 'node:path';
import { setEnvironmentData } from 'node:worker_threads';
import { root } from '../../scripts/root';

/** The module's clock, which the test advances together with the chains' clocks. */
export function createClock() {
  const shared = new SharedArrayBuffer(8);
  const ahead = new Float64Array(shared);
  setEnvironmentData('clock', shared);
  // Threads start without the options of this process, but with its environment.
  process.env.NODE_OPTIONS = `--require=${join(root, 'test/sequences/clockAhead.cjs')}`;
  const secondsAhead = () => Math.round((ahead[0] ?? 0) / 1_000);
  return {
    secondsAhead,
    goOn(seconds: number) {
      ahead[0] = (secondsAhead() + seconds) * 1_000;
    },
    reset() {
      ahead[0] = 0;
    },
  };
}
