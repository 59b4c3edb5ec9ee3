import { effort, type Steps } from '../../starknet/effort';
import { createTurns } from './turns';

/** Computing between two turns of the runtime, in which it takes other requests and answers. */
const SLICE_MS = 10;

export type Compute = ReturnType<typeof createComputing>;

/**
 * Computes for several askers in slices, each asker in turn, and lets the runtime do other things
 * after each slice: no request waits for more than a few of them. Work is charged as it is done.
 */
export function createComputing(yieldToEventLoop: () => Promise<void>) {
  const turns = createTurns();
  /** Computed since the runtime's last turn. */
  let since = 0;

  function slice<T>(steps: Steps<T>, charge: (ms: number) => void): IteratorResult<void, T> {
    const before = effort();
    let step = steps.next();
    while (!step.done && effort() - before < SLICE_MS) step = steps.next();
    const spent = effort() - before;
    since += spent;
    charge(spent);
    return step;
  }

  return async <T>(asker: string, steps: Steps<T>, charge: (ms: number) => void): Promise<T> => {
    for (;;) {
      const step = await turns.take(asker, async () => {
        if (since >= SLICE_MS) {
          await yieldToEventLoop();
          since = 0;
        }
        return slice(steps, charge);
      });
      if (step.done) return step.value;
    }
  };
}
