import { useRef, useState } from 'react';
import type { Done, Service } from '../../service/service';
import { describeFailure, type Failure } from '../../wallet/failure';

export type Task<T> =
  | { readonly state: 'idle' }
  | { readonly state: 'busy' }
  | { readonly state: 'done'; readonly outcome: Done<T> }
  | { readonly state: 'error'; readonly failure: Failure };

/** Runs one task of a form at a time and keeps the outcome of the newest. */
export function useTask<T>(service: Service) {
  const [task, setTask] = useState<Task<T>>({ state: 'idle' });
  const newestRun = useRef(0);

  /** Never rejects. @returns the value, or undefined if the task failed */
  async function run(work: () => Promise<T>): Promise<T | undefined> {
    newestRun.current += 1;
    const ownRun = newestRun.current;
    const show = (next: Task<T>) => newestRun.current === ownRun && setTask(next);
    show({ state: 'busy' });
    try {
      const outcome = await service.measure(work);
      show({ state: 'done', outcome: outcome });
      return outcome.value;
    } catch (error) {
      show({ state: 'error', failure: describeFailure(error) });
      return undefined;
    }
  }

  /** Clears the outcome of an earlier task. */
  function clear(): void {
    newestRun.current += 1;
    setTask({ state: 'idle' });
  }

  return { task, run, clear };
}
