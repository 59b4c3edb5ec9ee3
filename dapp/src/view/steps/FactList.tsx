import { strkDecimals } from '../../chain/amount';
import type { Fact, Facts } from '../../path/facts';
import { Amount } from '../Amount';
import { Hex } from '../Hex';

export function FactList({ facts }: { facts: Facts }) {
  if (facts.length === 0) return null;
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>
            <FactValue {...fact} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FactValue({ label, value, kind }: Fact) {
  if (kind === 'hex') return <Hex value={value} what={label.toLowerCase()} />;
  if (kind === 'text') return value;
  return <Amount amount={BigInt(value)} decimals={strkDecimals} unit="STRK" />;
}
