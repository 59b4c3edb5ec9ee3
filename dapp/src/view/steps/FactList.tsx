import { strkDecimals } from '../../chain/amount';
import { draw } from '../../draw';
import type { Fact, Facts } from '../../path/facts';
import { Amount } from '../Amount';
import { Hex } from '../Hex';

export function FactList({ facts }: { facts: Facts }) {
  if (facts.length === 0) return null;
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <div key={fact.label.say}>
          <dt>{draw(fact.label)}</dt>
          <dd>
            <FactValue fact={fact} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FactValue({ fact }: { fact: Fact }) {
  if (fact.kind === 'hex') return <Hex value={fact.value} subject={fact.copied} />;
  if (fact.kind === 'text') return draw(fact.value);
  return <Amount amount={BigInt(fact.value)} decimals={strkDecimals} unit="STRK" />;
}
