import { type Result, summarize } from '../../batteries/run';

/** How many passed, and what else happened. */
export function Counts({ results }: { results: readonly Result[] }) {
  if (results.length === 0) return null;
  const summary = summarize(results);
  const seconds = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1_000;
  const shown = Object.entries(summary).filter(
    ([verdict, count]) => count > 0 || verdict === 'passed' || verdict === 'failed',
  );
  return (
    <p className="battery-counts" data-testid="battery-counts" {...asData(summary)}>
      {shown.map(([verdict, count]) => (
        <span key={verdict} data-verdict={count > 0 ? verdict : undefined}>
          {count} {verdict}
        </span>
      ))}
      <span className="quiet">{seconds.toFixed(1)} s</span>
    </p>
  );
}

const asData = (summary: object) =>
  Object.fromEntries(Object.entries(summary).map(([verdict, count]) => [`data-${verdict}`, count]));
