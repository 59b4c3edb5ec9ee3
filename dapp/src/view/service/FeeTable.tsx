import { useState } from 'react';
import { formatCount } from '../../language';

/** The chart's exact values, newest first. */
export function FeeTable({ baseFeesGwei }: { baseFeesGwei: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const newestFirst = [...baseFeesGwei].reverse();
  return (
    <details className="behind" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary data-testid="gas-table-open">
        The {formatCount(baseFeesGwei.length)} base fees as a table
      </summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
        <section className="scroll tall" tabIndex={0} aria-label="Base fees by block">
          <table data-testid="gas-table">
            <thead>
              <tr>
                <th scope="col">Blocks before the newest</th>
                <th scope="col">Base fee, Gwei</th>
              </tr>
            </thead>
            <tbody>
              {newestFirst.map((gwei, before) => (
                <tr key={before}>
                  <th scope="row">{before}</th>
                  <td>{gwei}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
