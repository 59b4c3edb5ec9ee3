import { formatCount } from '../../language';
import { shareBelow } from '../../service/chart';
import { type Fees, formatGwei, toWei } from '../../service/readFees';

/** The four results, each with its unit and meaning. */
export function FeeFigures({ fees }: { fees: Fees }) {
  const { baseFeesGwei, baseFeePercentileGwei, busyThresholdGwei, suggested } = fees;
  const latest = baseFeesGwei.at(-1);
  const share = latest && shareBelow(baseFeesGwei.map(toWei), toWei(latest));
  const blocks = formatCount(baseFeesGwei.length);
  const congestion = Math.round(suggested.networkCongestion * 100);
  return (
    <dl className="figures fees" data-testid="gas-figures">
      <Figure
        id="latest"
        name="Newest block"
        gwei={latest ?? ''}
        note={`higher than in ${share} % of the last ${blocks} blocks`}
      />
      <Figure
        id="percentile"
        name="Middle (50 %)"
        gwei={baseFeePercentileGwei}
        note="half of the blocks were at or below it"
      />
      <Figure
        id="busy"
        name="Busy above (90 %)"
        gwei={busyThresholdGwei}
        note="nine of ten blocks were at or below it"
      />
      <Figure
        id="next"
        name="Next block"
        gwei={suggested.estimatedBaseFeeGwei}
        note={`estimated; ${trends[suggested.baseFeeTrend]}, congestion ${congestion} %`}
      />
    </dl>
  );
}

const trends = { up: 'rising', down: 'falling', level: 'steady' } as const;

type Props = {
  readonly id: string;
  readonly name: string;
  readonly gwei: string;
  readonly note: string;
};

const Figure = ({ id, name, gwei, note }: Props) => (
  <div>
    <dt>{name}</dt>
    <dd data-testid={`gas-${id}`} data-gwei={gwei} title={`${gwei} Gwei, exactly`}>
      {gwei === '' ? '—' : formatGwei(gwei)} <span className="unit">Gwei</span>
    </dd>
    <dd className="hint">{note}</dd>
  </div>
);
