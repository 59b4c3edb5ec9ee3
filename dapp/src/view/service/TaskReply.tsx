import type { ReactNode } from 'react';
import type { Done } from '../../service/service';
import { FailureNote } from '../FailureNote';
import type { Task } from './useTask';

type Props<T> = {
  readonly task: Task<T>;
  /** Also the `data-testid` of the failure, with `-error` behind it. */
  readonly id: string;
  readonly waitingFor: string;
  readonly children: (done: Done<T>) => ReactNode;
};

/** What is waited for, then the reply or the failure. */
export function TaskReply<T>({ task, id, waitingFor, children }: Props<T>) {
  return (
    <div className="reply-place">
      <p className="step-wait" role="status">
        {task.state === 'busy' && (
          <>
            <span className="spinner" aria-hidden="true" />
            {waitingFor}…
          </>
        )}
      </p>
      <div role="alert">
        {task.state === 'error' && (
          <FailureNote failure={task.failure} asTold testId={`${id}-error`} />
        )}
      </div>
      {task.state === 'done' && children(task.done)}
    </div>
  );
}
