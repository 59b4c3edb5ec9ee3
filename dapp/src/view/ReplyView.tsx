import { pretty } from '../log/copies';
import { Copy } from './Copy';
import { FailureNote } from './FailureNote';
import type { Call } from './useCall';
import { WaitLine } from './WaitLine';

export function ReplyView({ call }: { call: Call }) {
  return (
    <section className="reply-place" aria-label="Reply">
      <WaitLine waitingFor={call.state === 'busy' ? 'Waiting for the module' : null} />
      <div role="alert">
        {call.state === 'error' && <FailureNote failure={call.failure} testId="reply-error" />}
      </div>
      {call.state === 'reply' && (
        <>
          <h2>
            Reply <span className="quiet">{call.milliseconds.toLocaleString('en')} ms</span>
            <Copy text={pretty(call.result)} what="reply" />
          </h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus */}
          <pre data-testid="reply" tabIndex={0}>
            {pretty(call.result)}
          </pre>
        </>
      )}
    </section>
  );
}
