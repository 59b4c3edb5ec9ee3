import { text } from '../../draw';
import { formatCount } from '../../numbers';
import { shareBelow } from '../../service/chart';
import { type Fees, formatGwei, toWei } from '../../service/readFees';
import { say } from '../../texts';

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
        name={text('service.gas.newest')}
        gwei={latest ?? ''}
        note={text('service.gas.newestNote', { share: String(share), blocks })}
      />
      <Figure
        id="percentile"
        name={text('service.gas.middle')}
        gwei={baseFeePercentileGwei}
        note={text('service.gas.middleNote')}
      />
      <Figure
        id="busy"
        name={text('service.gas.busy')}
        gwei={busyThresholdGwei}
        note={text('service.gas.busyNote')}
      />
      <Figure
        id="next"
        name={text('service.gas.next')}
        gwei={suggested.estimatedBaseFeeGwei}
        note={text('service.gas.nextNote', {
          trend: say(`service.gas.trend.${suggested.baseFeeTrend}`),
          percent: String(congestion),
        })}
      />
    </dl>
  );
}

type Props = {
  readonly id: string;
  readonly name: string;
  readonly gwei: string;
  readonly note: string;
};

function Figure({ id, name, gwei, note }: Props) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-testid={`gas-${id}`} data-gwei={gwei} title={text('service.gas.exactly', { gwei })}>
        {gwei === '' ? '—' : formatGwei(gwei)} <span className="unit">Gwei</span>
      </dd>
      <dd className="hint">{note}</dd>
    </div>
  );
}
