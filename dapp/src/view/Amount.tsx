import { useState } from 'react';
import { showAmount } from '../chain/amount';
import { language } from '../language';

type Props = {
  readonly amount: bigint;
  readonly decimals: number;
  readonly unit: string;
};

/** An amount with its unit; a click on a rounded one shows the exact amount. */
export function Amount({ amount, decimals, unit }: Props) {
  const [wantsExact, setWantsExact] = useState(false);
  const { short, exact, isExact } = showAmount(amount, decimals, language);
  if (isExact)
    return (
      <span className="amount">
        {exact} {unit}
      </span>
    );
  return (
    <button
      type="button"
      className="amount rounded"
      title={wantsExact ? 'Show it rounded' : 'Show the exact amount'}
      aria-pressed={wantsExact}
      onClick={() => setWantsExact(!wantsExact)}
    >
      {wantsExact ? exact : short} {unit}
    </button>
  );
}
