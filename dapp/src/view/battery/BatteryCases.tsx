import { useEffect } from 'react';
import type { Battery, Case } from '../../batteries/battery';
import { expectation } from '../../batteries/judge';
import type { Result } from '../../batteries/run';
import { draw, text } from '../../draw';
import { pretty } from '../../log/copies';
import { formatCount } from '../../numbers';
import { batteryLink } from '../../route';
import { useStore } from '../../store';
import { say, type TextRef } from '../../texts';
import { ActionButton } from '../ActionButton';
import { useApp } from '../AppContext';
import { Code } from '../Code';

type Props = {
  readonly battery: Battery;
  /** The case that a link names; empty for none. */
  readonly marked: string;
};

export function BatteryCases({ battery, marked }: Props) {
  const { batteryRuns } = useApp();
  const { results, running } = useStore(batteryRuns.store);
  useEffect(() => {
    if (marked !== '') document.getElementById(`case-${marked}`)?.scrollIntoView();
  }, [marked]);
  return (
    <ol className="battery-cases">
      {battery.cases.map((one) => (
        <CaseRow
          key={one.id}
          battery={battery}
          one={one}
          isMarked={one.id === marked}
          isRunning={running?.battery === battery.id && running.id === one.id}
          result={results[battery.id]?.[one.id]}
        />
      ))}
    </ol>
  );
}

type RowProps = {
  readonly battery: Battery;
  readonly one: Case;
  readonly isMarked: boolean;
  readonly isRunning: boolean;
  readonly result: Result | undefined;
};

function CaseRow({ battery, one, isMarked, isRunning, result }: RowProps) {
  const { batteryRuns, session } = useApp();
  const { account } = useStore(session.store);
  const { running } = useStore(batteryRuns.store);
  const { id, title, look } = one;
  const verdict = isRunning ? 'running' : (result?.verdict ?? 'waiting');
  return (
    <li
      id={`case-${id}`}
      data-testid={`case-${id}`}
      data-verdict={verdict}
      data-marked={isMarked || undefined}
    >
      <p className="case-head">
        <span className="case-verdict">{text(`batteries.verdict.${verdict}`)}</span>
        <a href={batteryLink(battery.id, id)}>{draw(title)}</a>
        {result && (
          <span className="quiet">
            {text('page.milliseconds', { count: formatCount(result.milliseconds) })}
          </span>
        )}
      </p>
      <p className="quiet">
        {draw(expectedWords(one))} {look && draw(look)}
      </p>
      {result?.why && <p className="case-why">{draw(result.why)}</p>}
      <div className="case-more">
        <ActionButton
          type="button"
          className="link"
          aria-label={text('batteries.runOf', { title })}
          disabled={!account}
          isBusy={running !== null}
          onClick={() => void batteryRuns.run({ battery, cases: [one] })}
        >
          {text('batteries.runOne')}
        </ActionButton>
        {result && result.exchanges.length > 0 && <Exchanges result={result} />}
      </div>
    </li>
  );
}

/** The required end of a case, and the number of dialogs before it. */
function expectedWords({ steps, dialogs }: Case): TextRef {
  const last = steps.at(-1);
  const expected = last ? expectation(last.expected) : say('batteries.expect.nothing');
  if (dialogs === 0) return say('batteries.expected', { what: expected });
  if (dialogs === 1) return say('batteries.expectedAfter.one', { what: expected });
  return say('batteries.expectedAfter.many', { what: expected, count: String(dialogs) });
}

const mostShown = 20;
const longestShown = 20_000;

/** Requests and answers; floods and megabytes only in part. */
function Exchanges({ result }: { result: Result }) {
  const exchanges = pretty(result.exchanges.slice(0, mostShown));
  return (
    <details>
      <summary>{text('batteries.exchanges')}</summary>
      <Code
        text={exchanges.length > longestShown ? `${exchanges.slice(0, longestShown)}…` : exchanges}
      />
    </details>
  );
}
