import { useEffect, useRef, useState } from 'react';
import { text } from '../../draw';
import { numberLocale } from '../../numbers';
import { blockTicks, createScale, linePath, type Scale, spread } from '../../service/chart';
import { type Fees, formatGwei } from '../../service/readFees';

const height = 280;
const margins = { left: 44, right: 44, top: 28, bottom: 44 };
/** Minimum distance of two labels at the right edge. */
const labelsApart = 14;

/** Base fees of the latest blocks, newest right, with the percentile and the busy threshold. */
export function FeeChart({ fees }: { fees: Fees }) {
  const { baseFeesGwei, baseFeePercentileGwei, busyThresholdGwei } = fees;
  const [place, width] = useWidth();
  const [picked, setPicked] = useState<number | null>(null);
  const last = baseFeesGwei.length - 1;
  const index = Math.min(picked ?? last, last);

  // Drawing positions need no exact decimals.
  const values = baseFeesGwei.map(Number);
  const scale = createScale(values, { width, height, ...margins });
  const plot: Plot = { scale, width, right: width - margins.right, last };
  const point = { x: scale.x(index), y: scale.y(values[index] ?? 0) };
  const middle = formatGwei(baseFeePercentileGwei);
  const busy = formatGwei(busyThresholdGwei);

  return (
    <figure className="chart" ref={place}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={text('service.chart.label', { count: String(last + 1), middle, busy })}
        data-testid="gas-chart"
      >
        <FeeAxis plot={plot} />
        <BlockAxis plot={plot} />
        <path className="fees" d={linePath(values, scale)} data-testid="gas-line" />
        <Levels plot={plot} fees={fees} />
        <line className="here" x1={point.x} x2={point.x} y1={margins.top} y2={bottom} />
        <circle className="here" cx={point.x} cy={point.y} r={4} />
        <text
          className="tick"
          x={margins.left + (plot.right - margins.left) / 2}
          y={height - 6}
          textAnchor="middle"
        >
          {text('service.chart.axis')}
        </text>
      </svg>
      <figcaption>
        <ul className="legend">
          <li>
            <Sample color="fees" /> {text('service.chart.baseFee')}
          </li>
          <li>
            <Sample color="level percentile" /> {text('service.chart.middle', { gwei: middle })}
          </li>
          <li>
            <Sample color="level busy" /> {text('service.chart.busy', { gwei: busy })}
          </li>
        </ul>
        <BlockPicker
          index={index}
          last={last}
          fee={formatGwei(baseFeesGwei[index] ?? '0')}
          onPick={setPicked}
        />
      </figcaption>
    </figure>
  );
}

const bottom = height - margins.bottom;

/** Measures by which the parts of the chart are drawn. */
type Plot = {
  readonly scale: Scale;
  readonly width: number;
  /** Right end of the lines. */
  readonly right: number;
  /** Index of the newest block. */
  readonly last: number;
};

const FeeAxis = ({ plot: { scale, right } }: { plot: Plot }) => (
  <>
    <text className="tick" x={margins.left - 8} y={12} textAnchor="end">
      Gwei
    </text>
    {scale.yTicks.map((tick) => (
      <g key={tick}>
        <line className="grid" x1={margins.left} x2={right} y1={scale.y(tick)} y2={scale.y(tick)} />
        <text className="tick" x={margins.left - 8} y={scale.y(tick) + 4} textAnchor="end">
          {tick.toLocaleString(numberLocale, { maximumSignificantDigits: 6 })}
        </text>
      </g>
    ))}
  </>
);

function BlockAxis({ plot: { scale, width, right, last } }: { plot: Plot }) {
  return (
    <>
      {blockTicks(last + 1, width < 480 ? 3 : 5).map((tick) => (
        <g key={tick}>
          <line
            className="axis"
            x1={scale.x(last - tick)}
            x2={scale.x(last - tick)}
            y1={bottom}
            y2={bottom + 4}
          />
          <text className="tick" x={scale.x(last - tick)} y={bottom + 18} textAnchor="middle">
            {tick === 0 ? text('service.chart.newest') : `−${tick}`}
          </text>
        </g>
      ))}
      <line className="axis" x1={margins.left} x2={right} y1={bottom} y2={bottom} />
    </>
  );
}

/** The percentile and the busy threshold. */
function Levels({ plot: { scale, right }, fees }: { plot: Plot; fees: Fees }) {
  const lines = [
    { name: 'busy', percent: 90, gwei: fees.busyThresholdGwei },
    { name: 'percentile', percent: 50, gwei: fees.baseFeePercentileGwei },
  ].map((line) => ({ ...line, y: scale.y(Number(line.gwei)) }));
  const labels = spread(
    lines.map(({ y }) => y),
    labelsApart,
  );
  return lines.map(({ name, percent, y }, index) => (
    <g key={name} className={`level ${name}`} data-testid={`gas-line-${name}`} data-y={y}>
      <line x1={margins.left} x2={right} y1={y} y2={y} />
      <text x={right + 6} y={(labels[index] ?? y) + 4}>
        {percent} %
      </text>
    </g>
  ));
}

function BlockPicker(props: {
  readonly index: number;
  readonly last: number;
  readonly fee: string;
  readonly onPick: (index: number) => void;
}) {
  const { index, last, fee, onPick } = props;
  const blocksAgo = last - index;
  return (
    <label className="look" htmlFor="gas-look">
      <span>{text('service.chart.look')}</span>
      <input
        id="gas-look"
        data-testid="gas-look"
        type="range"
        min={0}
        max={Math.max(last, 0)}
        value={index}
        aria-valuetext={text('service.chart.looked', { count: String(blocksAgo), gwei: fee })}
        onChange={(event) => onPick(Number(event.target.value))}
      />
      <output htmlFor="gas-look" data-testid="gas-looked">
        {blocksAgo === 0 ? text('service.chart.newest') : `−${blocksAgo}`}: {fee} Gwei
      </output>
    </label>
  );
}

const Sample = ({ color }: { color: string }) => (
  <svg width="24" height="12" aria-hidden="true">
    <g className={color}>
      <line className={color} x1="0" x2="24" y1="6" y2="6" />
    </g>
  </svg>
);

const firstWidth = 600;

/** The current width of the chart's container. */
function useWidth() {
  const place = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(firstWidth);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(240, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, width] as const;
}
