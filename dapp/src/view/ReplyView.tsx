import { text } from '../draw';
import { pretty } from '../log/copies';
import { formatCount } from '../numbers';
import { say } from '../texts';
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

export function ReplyView({ call, label }: Props) {
  return (
    <section className="reply-place" aria-label={label ?? text('page.reply')}>
      <WaitLine waitingFor={call.state === 'busy' ? say('page.waitingForModule') : null} />
      <div role="alert">
        {call.state === 'error' && <FailureNote failure={call.failure} testId="reply-error" />}
      </div>
      {call.state === 'reply' && (
        <>
          <h2>
            {text('page.reply')}{' '}
            <span className="quiet">
              {text('page.milliseconds', { count: formatCount(call.time.milliseconds) })}
              {call.time.wasAsked && ` ${text('page.untilAsked')}`}
            </span>
            <Copy text={pretty(call.result)} subject={say('page.what.reply')} />
          </h2>
          <Code text={pretty(call.result)} testId="reply" />
        </>
      )}
    </section>
  );
}
