import type { Failure } from '../wallet/failure';

/** What happened, then what to do, then the codes. */
export function FailureNote({ failure, testId }: { failure: Failure; testId?: string }) {
  const { message, hint, reason, code, kind } = failure;
  const names = [kind, code === null ? null : `code ${code}`].filter((name) => name !== null);
  return (
    <div className="failure" data-testid={testId} data-code={code} data-kind={kind}>
      <p className="failure-message">{message}</p>
      {hint && <p>{hint}</p>}
      {reason && (
        <details>
          <summary>What the node said</summary>
          <pre>{reason}</pre>
        </details>
      )}
      {names.length > 0 && <p className="failure-codes">{names.join(' · ')}</p>}
    </div>
  );
}
