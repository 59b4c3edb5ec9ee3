import { useState } from 'react';
import { makeClass } from '../chain/declarable';
import { tokens } from '../chain/tokens';
import { draw, text } from '../draw';
import { isAddressParam } from '../methods/form';
import { useStore } from '../store';
import { type Label, say } from '../texts';
import { describeFailure } from '../wallet/failure';
import { ActionButton } from './ActionButton';
import { useApp } from './AppContext';

type Props = {
  readonly name: string;
  readonly value: string;
  readonly account: string | null;
  readonly onPick: (value: string) => void;
};

/** Suggested values for an address, a transaction hash or a class. */
export function Offers({ name, value, account, onPick }: Props) {
  const { tracker } = useApp();
  const { latest } = useStore(tracker.store);
  if (name === 'contractPayload') return <ClassOffer onPick={onPick} />;
  const offers = offersFor(name, account, latest?.hash ?? null).filter(
    ([, offered]) => offered !== value,
  );
  if (offers.length === 0) return null;
  return (
    <div className="offers">
      {offers.map(([label, offered]) => (
        <button key={draw(label)} type="button" className="link" onClick={() => onPick(offered)}>
          {draw(label)}
        </button>
      ))}
    </div>
  );
}

function offersFor(name: string, account: string | null, hash: string | null): [Label, string][] {
  if (name === 'tokenAddress') return Object.entries(tokens);
  if (name === 'transactionHash') return hash ? [[say('methods.lastTransaction'), hash]] : [];
  if (isAddressParam(name) && account) return [[say('methods.thisAccount'), account]];
  return [];
}

/** Creating a class takes a moment, as it reads one from the chain. */
function ClassOffer({ onPick }: Pick<Props, 'onPick'>) {
  const { journey, log } = useApp();
  const [state, setState] = useState<'idle' | 'busy' | { readonly fault: Label }>('idle');
  const chain = journey.faucet();
  if (!chain) return null;

  async function make(local: NonNullable<typeof chain>): Promise<void> {
    setState('busy');
    try {
      onPick(JSON.stringify(await makeClass(local, log, `xnet::Sample${Date.now()}`)));
      setState('idle');
    } catch (error) {
      const failure = describeFailure(error);
      setState({ fault: failure.words?.message ?? failure.message });
    }
  }

  return (
    <div className="offers">
      <ActionButton
        type="button"
        className="link"
        data-testid="offer-class"
        isBusy={state === 'busy'}
        onClick={() => void make(chain)}
      >
        {text(state === 'busy' ? 'methods.readingClass' : 'methods.classForLocal')}
      </ActionButton>
      {typeof state === 'object' && (
        <p className="fault" role="alert">
          {draw(state.fault)}
        </p>
      )}
    </div>
  );
}
