import { formatCount } from '../../language';
import { type Fees, formatGwei } from '../../service/readFees';

const levels = [
  { level: 'low', name: 'Slow' },
  { level: 'medium', name: 'Normal' },
  { level: 'high', name: 'Fast' },
] as const;

const seconds = (milliseconds: number) => formatCount(milliseconds / 1_000);

/** Suggested fees for a transaction, by speed. */
export function FeeSuggestions({ suggested }: Pick<Fees, 'suggested'>) {
  return (
    <>
      <h2>What to offer now</h2>
      <div className="scroll">
        <table data-testid="gas-suggested">
          <thead>
            <tr>
              <th scope="col">Speed</th>
              <th scope="col">At most, Gwei per gas</th>
              <th scope="col">Tip, Gwei per gas</th>
              <th scope="col">Wait, s</th>
            </tr>
          </thead>
          <tbody>
            {levels.map(({ level, name }) => {
              const offer = suggested[level];
              return (
                <tr key={level}>
                  <th scope="row">{name}</th>
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
      </div>
    </>
  );
}
