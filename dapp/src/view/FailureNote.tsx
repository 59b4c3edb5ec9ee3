import { draw, text } from '../draw';
import type { Failure } from '../wallet/failure';
import { hasOwnWords, userWords } from '../wallet/userWords';

type Props = {
  readonly failure: Failure;
  /** True if the reader is a developer, who wants the error's own words. */
  readonly asTold?: boolean;
  readonly testId?: string;
};

/** The event and the advice, for everybody; then the error's details, for developers. */
export function FailureNote({ failure, asTold = false, testId }: Props) {
  const { message, hint, reason, code, kind } = failure;
  const isTranslated = !asTold && hasOwnWords(failure);
  const words = isTranslated ? userWords(failure) : (failure.words ?? { message, advice: hint });
  const names = [kind, code === null ? null : text('page.code', { code: String(code) })].filter(
    (name) => name !== null,
  );
  return (
    <div className="failure" data-testid={testId} data-code={code} data-kind={kind}>
      <p className="failure-message">{draw(words.message)}</p>
      {words.advice && <p>{draw(words.advice)}</p>}
      {reason && (
        <details>
          <summary>{text('page.nodeSaid')}</summary>
          <pre>{reason}</pre>
        </details>
      )}
      {isTranslated && (
        <details>
          <summary>{text('page.forDevelopers')}</summary>
          <p lang="en">{[message, hint].filter(Boolean).join(' ')}</p>
          <p className="failure-codes">{names.join(' · ')}</p>
        </details>
      )}
      {!isTranslated && names.length > 0 && <p className="failure-codes">{names.join(' · ')}</p>}
    </div>
  );
}
