import { useState } from 'react';
import { text } from '../../draw';
import { formatCount } from '../../numbers';

/** The chart's exact values, newest first. */
export function FeeTable({ baseFeesGwei }: { baseFeesGwei: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const newestFirst = [...baseFeesGwei].reverse();
  return (
    <details className="behind" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary data-testid="gas-table-open">
        {text('service.gas.asTable', { count: formatCount(baseFeesGwei.length) })}
      </summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
        <section className="scroll tall" tabIndex={0} aria-label={text('service.gas.byBlock')}>
          <table data-testid="gas-table">
            <thead>
              <tr>
                <th scope="col">{text('service.gas.beforeNewest')}</th>
                <th scope="col">{text('service.gas.baseFeeGwei')}</th>
              </tr>
            </thead>
            <tbody>
              {newestFirst.map((gwei, blocksAgo) => (
                <tr key={blocksAgo}>
                  <th scope="row">{blocksAgo}</th>
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
