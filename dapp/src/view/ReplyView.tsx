import { formatCount } from '../language';
import { pretty } from '../log/copies';
import { Code } from './Code';
import { Copy } from './Copy';
import { FailureNote } from './FailureNote';
import type { Call } from './useCall';
import { WaitLine } from './WaitLine';

type Props = {
  readonly call: Call;
  /** Distinguishes it from others on the page. */
  readonly label?: string;
};

export function ReplyView({ call, label = 'Reply' }: Props) {
  return (
    <section className="reply-place" aria-label={label}>
      <WaitLine waitingFor={call.state === 'busy' ? 'Waiting for the module' : null} />
      <div role="alert">
        {call.state === 'error' && <FailureNote failure={call.failure} testId="reply-error" />}
      </div>
      {call.state === 'reply' && (
        <>
          <h2>
            Reply{' '}
            <span className="quiet">
              {formatCount(call.time.milliseconds)} ms
              {call.time.wasAsked && ' until the wallet asked you'}
            </span>
            <Copy text={pretty(call.result)} what="reply" />
          </h2>
          <Code text={pretty(call.result)} testId="reply" />
        </>
      )}
    </section>
  );
}
