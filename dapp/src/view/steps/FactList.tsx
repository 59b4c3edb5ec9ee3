import { strkDecimals } from '../../chain/amount';
import type { Fact, Facts } from '../../path/facts';
import { Amount } from '../Amount';
import { Hex } from '../Hex';
import { useTexts } from '../useTexts';

export function FactList({ facts }: { facts: Facts }) {
  const { draw } = useTexts();
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
  const { draw } = useTexts();
  if (fact.kind === 'hex') return <Hex value={fact.value} what={fact.copied} />;
  if (fact.kind === 'text') return draw(fact.value);
  return <Amount amount={BigInt(fact.value)} decimals={strkDecimals} unit="STRK" />;
}
