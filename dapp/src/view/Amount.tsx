import { useState } from 'react';
import { showAmount } from '../chain/amount';
import { text } from '../draw';
import { numberLocale } from '../numbers';

type Props = {
  readonly amount: bigint;
  readonly decimals: number;
  readonly unit: string;
};

/** An amount with its unit; a click on a rounded one shows the exact amount. */
export function Amount({ amount, decimals, unit }: Props) {
  const [wantsExact, setWantsExact] = useState(false);
  const { short, exact, isExact } = showAmount(amount, decimals, numberLocale);
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
      title={text(wantsExact ? 'page.amount.showRounded' : 'page.amount.showExact')}
      aria-pressed={wantsExact}
      onClick={() => setWantsExact(!wantsExact)}
    >
      {wantsExact ? exact : short} {unit}
    </button>
  );
}
