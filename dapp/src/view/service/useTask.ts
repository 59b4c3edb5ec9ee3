import { useRef, useState } from 'react';
import type { Done, Service } from '../../service/service';
import { describeFailure, type Failure } from '../../wallet/failure';

export type Task<T> =
  | { readonly state: 'idle' }
  | { readonly state: 'busy' }
  | { readonly state: 'done'; readonly done: Done<T> }
  | { readonly state: 'error'; readonly failure: Failure };

/** Runs one task of a form at a time and keeps the outcome of the newest. */
export function useTask<T>(service: Service) {
  const [task, setTask] = useState<Task<T>>({ state: 'idle' });
  const newest = useRef(0);

  /** Never rejects. @returns the value, or undefined if the task failed */
  async function run(work: () => Promise<T>): Promise<T | undefined> {
    newest.current += 1;
    const mine = newest.current;
    const show = (next: Task<T>) => newest.current === mine && setTask(next);
    show({ state: 'busy' });
    try {
      const done = await service.measure(work);
      show({ state: 'done', done });
      return done.value;
    } catch (error) {
      show({ state: 'error', failure: describeFailure(error) });
      return undefined;
    }
  }

  /** Clears the outcome of an earlier task. */
  function clear(): void {
    newest.current += 1;
    setTask({ state: 'idle' });
  }

  return { task, run, clear };
}
