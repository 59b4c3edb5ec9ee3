import type { ReactNode } from 'react';
import type { Done } from '../../service/service';
import type { TextRef } from '../../texts';
import { ActionButton } from '../ActionButton';
import { FailureNote } from '../FailureNote';
import { WaitLine } from '../WaitLine';
import type { Task } from './useTask';

type Props<T> = {
  readonly task: Task<T>;
  /** The submit button: its `data-testid`, label, and whether there is something to send. */
  readonly submit: { readonly id: string; readonly label: string; readonly isReady?: boolean };
  readonly onSubmit: () => void;
  readonly fields?: ReactNode;
  /** Further buttons beside the submit button. */
  readonly actions?: ReactNode;
  /** Prefix for `data-testid` of the outcome; `-error` is appended for a failure. */
  readonly id: string;
  readonly waitingFor: TextRef;
  /** True if the result belongs to other field values than the current ones. */
  readonly isStale?: boolean;
  readonly children: (outcome: Done<T>) => ReactNode;
};

/** A form of the service's pages: fields, buttons, progress, then the result or the failure. */
export function TaskForm<T>(props: Props<T>) {
  const {
    task,
    submit,
    onSubmit,
    fields,
    actions: more,
    id,
    waitingFor,
    isStale = false,
    children,
  } = props;
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {fields}
        <div className="actions">
          <ActionButton
            type="submit"
            className="primary"
            data-testid={submit.id}
            disabled={submit.isReady === false}
            isBusy={task.state === 'busy'}
          >
            {submit.label}
          </ActionButton>
          {more}
        </div>
      </form>
      {!isStale && (
        <div className="reply-place">
          <WaitLine waitingFor={task.state === 'busy' ? waitingFor : null} />
          <div role="alert">
            {task.state === 'error' && (
              <FailureNote failure={task.failure} asTold testId={`${id}-error`} />
            )}
          </div>
          {task.state === 'done' && children(task.outcome)}
        </div>
      )}
    </>
  );
}
