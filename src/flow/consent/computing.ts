import { effort, type Steps } from '../../starknet/effort';
import { createTurns } from './turns';

/** Computing of one asker before it is the next one's turn. */
const SLICE_MS = 10;

export type Compute = ReturnType<typeof createComputing>;

/**
 * Computes for several askers in slices, each asker in turn, and lets the runtime do other things
 * between slices: no request waits for more than a few of them. Work is charged as it is done.
 */
export function createComputing(yieldToEventLoop: () => Promise<void>) {
  const turns = createTurns();

  function slice<T>(steps: Steps<T>, charge: (ms: number) => void): IteratorResult<void, T> {
    const startEffort = effort();
    let step = steps.next();
    while (!step.done && effort() - startEffort < SLICE_MS) step = steps.next();
    charge(effort() - startEffort);
    return step;
  }

  return async <T>(asker: string, steps: Steps<T>, charge: (ms: number) => void): Promise<T> => {
    for (;;) {
      const step = await turns.take(asker, async () => {
        await yieldToEventLoop();
        return slice(steps, charge);
      });
      if (step.done) return step.value;
    }
  };
}
