import { tokens } from '../chain/tokens';
import { isAddressParam } from '../methods/form';
import { useStore } from '../store';
import { useApp } from './AppContext';

type Props = {
  readonly name: string;
  readonly value: string;
  readonly account: string | null;
  readonly onPick: (value: string) => void;
};

/** Values at hand for a parameter that takes an address or a transaction hash. */
export function Offers({ name, value, account, onPick }: Props) {
  const { tracker } = useApp();
  const { latest } = useStore(tracker.store);
  const offers = offersFor(name, account, latest?.hash ?? null).filter(
    ([, offered]) => offered !== value,
  );
  if (offers.length === 0) return null;
  return (
    <div className="offers">
      {offers.map(([label, offered]) => (
        <button key={label} type="button" className="link" onClick={() => onPick(offered)}>
          {label}
        </button>
      ))}
    </div>
  );
}

function offersFor(name: string, account: string | null, hash: string | null): [string, string][] {
  if (name === 'tokenAddress') return Object.entries(tokens);
  if (name === 'transactionHash') return hash ? [['Last transaction', hash]] : [];
  return isAddressParam(name) && account ? [['Use this account', account]] : [];
}
