import { text } from '../../draw';
import { formatCount } from '../../numbers';
import { type Fees, formatGwei } from '../../service/readFees';

const levels = [
  { level: 'low', name: 'service.gas.slow' },
  { level: 'medium', name: 'service.gas.normal' },
  { level: 'high', name: 'service.gas.fast' },
] as const;

const seconds = (milliseconds: number) => formatCount(milliseconds / 1_000);

/** Suggested fees for a transaction, by speed. */
export function FeeSuggestions({ suggested }: Pick<Fees, 'suggested'>) {
  return (
    <>
      <h2>{text('service.gas.offer')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus */}
      <section className="scroll" tabIndex={0} aria-label={text('service.gas.offer')}>
        <table data-testid="gas-suggested">
          <thead>
            <tr>
              <th scope="col">{text('service.gas.speed')}</th>
              <th scope="col">{text('service.gas.atMost')}</th>
              <th scope="col">{text('service.gas.tip')}</th>
              <th scope="col">{text('service.gas.wait')}</th>
            </tr>
          </thead>
          <tbody>
            {levels.map(({ level, name }) => {
              const offer = suggested[level];
              return (
                <tr key={level}>
                  <th scope="row">{text(name)}</th>
                  <td>{formatGwei(offer.maxFeePerGasGwei)}</td>
                  <td>{formatGwei(offer.maxPriorityFeePerGasGwei)}</td>
                  <td>
                    {seconds(offer.minWaitMs)}–{seconds(offer.maxWaitMs)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </>
  );
}
