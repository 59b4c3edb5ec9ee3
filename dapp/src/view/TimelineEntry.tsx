import { Fragment, useState } from 'react';
import { text } from '../draw';
import { asCode, entryAsJson, pretty } from '../log/copies';
import type { Entry, Outgoing } from '../log/log';
import { formatCount } from '../numbers';
import { say } from '../texts';
import { Code } from './Code';
import { Copy } from './Copy';
import { FailureNote } from './FailureNote';

export function TimelineEntry({ entry }: { entry: Entry }) {
  const { outgoing, outcome, milliseconds, wasAsked, times } = entry;
  const { label } = outgoing;
  // A class is a megabyte of text: rendered only when expanded.
  const [isOpen, setOpen] = useState(false);
  const code = outcome.state === 'error' && outcome.failure.code;
  return (
    <li data-testid="timeline-entry" data-method={label} data-outcome={outcome.state}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className="entry-mark" aria-hidden="true" />
          <span className="entry-name">
            <span className="code">
              <Breakable name={label} />
            </span>
            {times > 1 && <span className="quiet">{` ×\u00a0${times}`}</span>}
          </span>
          <span className={outcome.state === 'reply' ? 'unseen' : 'entry-outcome'}>
            {text(`page.outcome.${outcome.state}`)} {code}
          </span>
          <span className="entry-time">
            {milliseconds === null
              ? '…'
              : text('page.milliseconds', { count: formatCount(milliseconds) })}
            {wasAsked && <span className="entry-asked">{text('page.untilYouAsked')}</span>}
          </span>
        </summary>
        {isOpen && <EntryBody entry={entry} />}
      </details>
    </li>
  );
}

function EntryBody({ entry }: { entry: Entry }) {
  const { outgoing, outcome } = entry;
  const { label } = outgoing;
  return (
    <div className="entry-body">
      <h3>
        {text('page.request')}
        <Copy
          text={asCode(outgoing)}
          subject={say('page.what.request', { name: label })}
          label={say('page.copyAsCode')}
        />
      </h3>
      <Json value={requestOf(outgoing)} />
      <h3>
        {text(`page.outcome.${outcome.state}`)}
        <Copy
          text={pretty(entryAsJson(entry))}
          subject={say('page.what.all', { name: label })}
          label={say('page.copyAsJson')}
        />
      </h3>
      {outcome.state === 'reply' && <Json value={outcome.result} />}
      {outcome.state === 'error' && <FailureNote failure={outcome.failure} asTold />}
      {outcome.state === 'pending' && <p className="quiet">{text('page.noReply')}</p>}
    </div>
  );
}

/** The request, as a value to display. */
function requestOf(outgoing: Outgoing): unknown {
  if ('request' in outgoing) return outgoing.request;
  if (outgoing.to === 'chain') return JSON.parse(outgoing.body);
  const { over, url, body, bodyIs } = outgoing;
  const sentBody = body !== null && bodyIs === 'json' ? JSON.parse(body) : body;
  return { [over]: url, ...(sentBody !== null && { body: sentBody }) };
}

/** A method name that may break between its words, but not within one. */
const Breakable = ({ name }: { name: string }) =>
  name.split(/(?<=[a-z_])(?=[A-Z])/u).map((word, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));

const Json = ({ value }: { value: unknown }) => <Code text={pretty(value)} />;
