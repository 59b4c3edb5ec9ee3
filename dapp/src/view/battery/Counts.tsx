import { type Result, summarize } from '../../batteries/run';
import { text } from '../../draw';
import { formatSeconds } from '../../numbers';

/** How many passed, and what else happened. */
export function Counts({ results }: { results: readonly Result[] }) {
  if (results.length === 0) return null;
  const summary = summarize(results);
  const seconds = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1_000;
  const visibleVerdicts = verdicts
    .map((verdict) => [verdict, summary[verdict]] as const)
    .filter(([verdict, count]) => count > 0 || verdict === 'passed' || verdict === 'failed');
  return (
    <p className="battery-counts" data-testid="battery-counts" {...asData(summary)}>
      {visibleVerdicts.map(([verdict, count]) => (
        <span key={verdict} data-verdict={count > 0 ? verdict : undefined}>
          {text(`batteries.count.${verdict}`, { count: String(count) })}
        </span>
      ))}
      <span className="quiet">{text('batteries.seconds', { count: formatSeconds(seconds) })}</span>
    </p>
  );
}

const verdicts = ['passed', 'failed', 'declined', 'omitted', 'stopped'] as const;

const asData = (summary: object) =>
  Object.fromEntries(Object.entries(summary).map(([verdict, count]) => [`data-${verdict}`, count]));
