import { useState } from 'react';
import { useStore } from '../../store';
import { useApp } from '../AppContext';
import { WalletList } from '../WalletList';
import { StepFrame } from './StepFrame';

export function ConnectStep() {
  const { discovery, journey, session } = useApp();
  const { wallets } = useStore(discovery.store);
  const { wallet, module, resuming } = useStore(session.store);
  const [chosen, setChosen] = useState<string | null>(null);
  const only = wallets.length === 1 ? wallets[0] : undefined;
  const picked = wallets.find(({ uuid }) => uuid === (chosen ?? wallet?.uuid)) ?? only;
  return (
    <StepFrame
      name="connect"
      title="Connect the module"
      lead="Pick the wallet that holds your keys. It asks you once whether this page may use the module."
      action="Connect"
      canRun={picked !== undefined}
      waitingFor={resuming ? 'Looking up where you left off' : undefined}
      onRun={() => picked && void journey.connect(picked)}
      fields={<WalletList picked={picked} onPick={setChosen} />}
      live={
        module && (
          <button type="button" className="link" onClick={() => journey.leave()}>
            Use another wallet
          </button>
        )
      }
    />
  );
}
