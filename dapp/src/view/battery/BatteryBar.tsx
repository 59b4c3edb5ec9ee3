import type { Wanted } from '../../batteries/runs';
import { text } from '../../draw';
import { useStore } from '../../store';
import { say } from '../../texts';
import { ActionButton } from '../ActionButton';
import { useApp } from '../AppContext';
import { Copy } from '../Copy';
import { WaitLine } from '../WaitLine';
import { Counts } from './Counts';

type Props = {
  readonly selection: readonly Wanted[];
  readonly label: string;
  readonly dialogs: number;
};

/** Run, stop, progress and the report of these cases. */
export function BatteryBar({ selection, label, dialogs }: Props) {
  const { batteryRuns, session } = useApp();
  const { account, module } = useStore(session.store);
  const { results, running } = useStore(batteryRuns.store);
  const all = selection.flatMap(({ battery, cases }) =>
    cases.map(({ id, title }) => ({ id, title, battery: battery.id })),
  );
  const finished = all.flatMap(({ battery, id }) => results[battery]?.[id] ?? []);
  const now = all.find(({ battery, id }) => running?.battery === battery && running.id === id);
  return (
    <div className="battery-bar" data-testid="battery-bar" data-running={running !== null}>
      <div className="actions">
        {running ? (
          <button type="button" className="secondary" onClick={() => batteryRuns.stop()}>
            {text('batteries.stop')}
          </button>
        ) : (
          <ActionButton
            type="button"
            className="primary"
            data-testid="battery-run"
            disabled={!module || !account}
            isBusy={false}
            onClick={() => void batteryRuns.run(...selection)}
          >
            {label}
          </ActionButton>
        )}
        <span className="hint" data-testid="battery-dialogs">
          {text(`batteries.asks.${amountOf(dialogs)}`, {
            count: String(all.length),
            dialogs: String(dialogs),
          })}
        </span>
      </div>
      {running && (
        <progress
          aria-label={text('batteries.casesDone')}
          max={all.length}
          value={finished.length}
        />
      )}
      <WaitLine
        waitingFor={
          now
            ? say('batteries.progress', {
                at: String(finished.length + 1),
                count: String(all.length),
                title: now.title,
              })
            : null
        }
      />
      <div role="status">{!running && <Counts results={finished} />}</div>
      {!running && finished.length > 0 && <Report />}
    </div>
  );
}

/** All results so far, to copy or to keep as a file. */
function Report() {
  const { batteryRuns } = useApp();
  return (
    <div className="actions">
      <Copy
        text={batteryRuns.report()}
        subject={say('page.what.results')}
        label={say('page.copyAsJson')}
      />
      <button
        type="button"
        className="link"
        data-testid="battery-download"
        onClick={() => download(batteryRuns.report())}
      >
        {text('batteries.download')}
      </button>
    </div>
  );
}

function amountOf(dialogs: number): 'none' | 'one' | 'many' {
  if (dialogs === 0) return 'none';
  if (dialogs === 1) return 'one';
  return 'many';
}

function download(report: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([report], { type: 'application/json' }));
  link.download = 'xnet-batteries.json';
  link.click();
  URL.revokeObjectURL(link.href);
}
