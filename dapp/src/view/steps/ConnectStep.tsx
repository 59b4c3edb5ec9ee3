import { useState } from 'react';
import { text } from '../../draw';
import { useStore } from '../../store';
import { say } from '../../texts';
import { findPicked } from '../../wallet/discovery';
import { useApp } from '../AppContext';
import { WalletList } from '../WalletList';
import { StepFrame } from './StepFrame';

export function ConnectStep() {
  const { discovery, journey, session } = useApp();
  const { wallets } = useStore(discovery.store);
  const { wallet, module, resuming } = useStore(session.store);
  const [chosen, setChosen] = useState<string | null>(null);
  const picked = findPicked(wallets, chosen ?? wallet?.uuid);
  return (
    <StepFrame
      name="connect"
      title={text('path.connect.title')}
      lead={text('path.connect.lead')}
      action={text('page.connect')}
      canRun={picked !== undefined}
      waitingFor={resuming ? say('path.connect.lookingUp') : undefined}
      onRun={() => picked && void journey.connect(picked)}
      fields={<WalletList picked={picked} onPick={setChosen} />}
      live={
        module && (
          <button type="button" className="link" onClick={() => journey.leave()}>
            {text('page.otherWallet')}
          </button>
        )
      }
    />
  );
}
