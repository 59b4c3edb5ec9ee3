import type { Wanted } from '../../batteries/runs';
import { useStore } from '../../store';
import { ActionButton } from '../ActionButton';
import { useApp } from '../AppContext';
import { Copy } from '../Copy';
import { WaitLine } from '../WaitLine';
import { Counts } from './Counts';

type Props = {
  readonly wanted: readonly Wanted[];
  readonly label: string;
  readonly dialogs: number;
};

/** Run, stop, progress and the report of these cases. */
export function BatteryBar({ wanted, label, dialogs }: Props) {
  const { batteryRuns, session } = useApp();
  const { account, module } = useStore(session.store);
  const { results, running } = useStore(batteryRuns.store);
  const all = wanted.flatMap(({ battery, cases }) =>
    cases.map(({ id, title }) => ({ id, title, battery: battery.id })),
  );
  const done = all.flatMap(({ battery, id }) => results[battery]?.[id] ?? []);
  const now = all.find(({ battery, id }) => running?.battery === battery && running.id === id);
  return (
    <div className="battery-bar" data-testid="battery-bar" data-running={running !== null}>
      <div className="actions">
        {running ? (
          <button type="button" className="secondary" onClick={() => batteryRuns.stop()}>
            Stop
          </button>
        ) : (
          <ActionButton
            type="button"
            className="primary"
            data-testid="battery-run"
            disabled={!module || !account}
            isBusy={false}
            onClick={() => void batteryRuns.run(...wanted)}
          >
            {label}
          </ActionButton>
        )}
        <span className="hint" data-testid="battery-dialogs">
          {all.length} cases.{' '}
          {dialogs === 0
            ? 'Your wallet will not ask you.'
            : `Your wallet will ask you up to ${dialogs} ${dialogs === 1 ? 'time' : 'times'}.`}
        </span>
      </div>
      {running && <progress aria-label="Cases done" max={all.length} value={done.length} />}
      <WaitLine waitingFor={now ? `${done.length + 1} of ${all.length}: ${now.title}` : null} />
      <div role="status">{!running && <Counts results={done} />}</div>
      {!running && done.length > 0 && (
        <div className="actions">
          <Copy text={batteryRuns.report()} what="all results" label="Copy as JSON" />
          <button
            type="button"
            className="link"
            data-testid="battery-download"
            onClick={() => download(batteryRuns.report())}
          >
            Download JSON
          </button>
        </div>
      )}
    </div>
  );
}

function download(report: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([report], { type: 'application/json' }));
  link.download = 'xnet-batteries.json';
  link.click();
  URL.revokeObjectURL(link.href);
}
