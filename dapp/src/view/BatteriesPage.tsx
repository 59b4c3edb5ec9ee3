import { batteries } from '../batteries/batteries';
import { type Battery, countDialogs } from '../batteries/battery';
import { batteryLink } from '../route';
import { useStore } from '../store';
import { useApp } from './AppContext';
import { BatteryBar } from './battery/BatteryBar';
import { BatteryCases } from './battery/BatteryCases';
import { Counts } from './battery/Counts';
import { WalletChoice } from './battery/WalletChoice';

type Props = {
  /** Empty for the list of all. */
  readonly battery: string;
  /** Of a case; empty for none. */
  readonly id: string;
};

/** Groups of checks against the connected wallet, for those who make one. */
export function BatteriesPage({ battery, id }: Props) {
  const found = batteries.find((one) => one.id === battery);
  return (
    <section aria-labelledby="batteries-title">
      <header className="page-head">
        <h1 id="batteries-title">{found ? found.title : 'Batteries'}</h1>
        <p>
          {found
            ? found.lead
            : 'Groups of checks against the connected wallet, by one press each. Whoever makes a wallet can run them against it.'}
        </p>
        {found && (
          <p>
            <a href="#/batteries">All batteries</a>
          </p>
        )}
      </header>
      <WalletChoice />
      {found ? <OneBattery key={found.id} battery={found} id={id} /> : <AllBatteries />}
    </section>
  );
}

function OneBattery({ battery, id }: { battery: Battery; id: string }) {
  const { cases } = battery;
  return (
    <>
      <BatteryBar wanted={[{ battery, cases }]} label="Run" dialogs={countDialogs(cases)} />
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
      <BatteryBar wanted={silentOnes} label="Run all that ask nothing" dialogs={0} />
      <ul className="batteries">
        {batteries.map((battery) => (
          <li key={battery.id} data-testid={`battery-${battery.id}`}>
            <h2>
              <a href={batteryLink(battery.id)}>{battery.title}</a>
            </h2>
            <p className="quiet">{battery.lead}</p>
            <p className="battery-facts">
              {battery.cases.length} cases, {dialogWords(countDialogs(battery.cases))}
            </p>
            <Counts results={Object.values(results[battery.id] ?? {})} />
          </li>
        ))}
      </ul>
    </>
  );
}

const dialogWords = (dialogs: number): string => {
  if (dialogs === 0) return 'no dialog';
  return dialogs === 1 ? 'up to 1 dialog' : `up to ${dialogs} dialogs`;
};
