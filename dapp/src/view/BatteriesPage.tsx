import { batteries } from '../batteries/batteries';
import { type Battery, countDialogs } from '../batteries/battery';
import { draw, text } from '../draw';
import { batteryLink } from '../route';
import { useStore } from '../store';
import { say, type TextRef } from '../texts';
import { useApp } from './AppContext';
import { BatteryBar } from './battery/BatteryBar';
import { BatteryCases } from './battery/BatteryCases';
import { Counts } from './battery/Counts';
import { WalletChoice } from './battery/WalletChoice';

type Props = {
  /** Empty for the list of all. */
  readonly battery: string;
  /** Id of a case; empty for none. */
  readonly id: string;
};

/** Groups of checks against the connected wallet, for those who make one. */
export function BatteriesPage({ battery, id }: Props) {
  const chosen = batteries.find((one) => one.id === battery);
  return (
    <section aria-labelledby="batteries-title">
      <header className="page-head">
        <h1 id="batteries-title">{draw(chosen?.title ?? say('page.title.batteries'))}</h1>
        <p>{draw(chosen?.lead ?? say('batteries.lead'))}</p>
        {chosen && (
          <p>
            <a href="#/batteries">{text('batteries.all')}</a>
          </p>
        )}
      </header>
      <WalletChoice />
      {chosen ? <OneBattery key={chosen.id} battery={chosen} id={id} /> : <AllBatteries />}
    </section>
  );
}

function OneBattery({ battery, id }: { battery: Battery; id: string }) {
  const { cases } = battery;
  return (
    <>
      <BatteryBar
        selection={[{ battery, cases }]}
        label={text('batteries.run')}
        dialogs={countDialogs(cases)}
      />
      <BatteryCases battery={battery} marked={id} />
    </>
  );
}

const silentOnes = batteries.map((battery) => ({
  battery,
  cases: battery.cases.filter(({ dialogs }) => dialogs === 0),
}));

function AllBatteries() {
  const { batteryRuns } = useApp();
  const { results } = useStore(batteryRuns.store);
  return (
    <>
      <BatteryBar selection={silentOnes} label={text('batteries.runSilent')} dialogs={0} />
      <ul className="batteries">
        {batteries.map((battery) => (
          <li key={battery.id} data-testid={`battery-${battery.id}`}>
            <h2>
              <a href={batteryLink(battery.id)}>{draw(battery.title)}</a>
            </h2>
            <p className="quiet">{draw(battery.lead)}</p>
            <p className="battery-facts">
              {text('batteries.facts', {
                count: String(battery.cases.length),
                dialogs: dialogWords(countDialogs(battery.cases)),
              })}
            </p>
            <Counts results={Object.values(results[battery.id] ?? {})} />
          </li>
        ))}
      </ul>
    </>
  );
}

const dialogWords = (dialogs: number): TextRef => {
  if (dialogs === 0) return say('batteries.dialogs.none');
  if (dialogs === 1) return say('batteries.dialogs.one');
  return say('batteries.dialogs.many', { count: String(dialogs) });
};
