import { text } from '../draw';
import { entryAsJson, pretty } from '../log/copies';
import { useStore } from '../store';
import { useApp } from './AppContext';
import { TimelineEntry } from './TimelineEntry';

export function Timeline() {
  const { log } = useApp();
  const { entries } = useStore(log.store);
  return (
    <aside className="timeline" aria-labelledby="timeline-title">
      <div className="timeline-head">
        <h2 id="timeline-title">
          {text('page.requests')}{' '}
          <span className="quiet">{entries.length > 0 && entries.length}</span>
        </h2>
        {entries.length > 0 && (
          <>
            <button
              type="button"
              className="link"
              data-testid="timeline-export"
              onClick={() => download(pretty(entries.map(entryAsJson)))}
            >
              {text('page.export')}
            </button>
            <button type="button" className="link" onClick={log.clear}>
              {text('page.clear')}
            </button>
          </>
        )}
      </div>
      {entries.length === 0 ? (
        <div className="empty">
          <p className="empty-title">{text('page.nothingSent')}</p>
          <p>{text('page.nothingSentText')}</p>
        </div>
      ) : (
        <ol>
          {entries.map((entry) => (
            <TimelineEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </aside>
  );
}

function download(json: string): void {
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'xnet-requests.json';
  link.click();
  URL.revokeObjectURL(url);
}
