import { useState } from 'react';
import { text } from '../../draw';
import { useStore } from '../../store';
import { findPicked } from '../../wallet/discovery';
import { ActionButton } from '../ActionButton';
import { useApp } from '../AppContext';
import { rich } from '../rich';
import { WalletList } from '../WalletList';

/** The wallet that the batteries run against, or a choice among those that announce themselves. */
export function WalletChoice() {
  const { discovery, journey, session } = useApp();
  const { wallets } = useStore(discovery.store);
  const { connect } = useStore(journey.path.store);
  const { wallet, module, account, resuming } = useStore(session.store);
  const [chosen, setChosen] = useState<string | null>(null);
  const picked = findPicked(wallets, chosen ?? wallet?.uuid);
  if (module && wallet)
    return (
      <p className="battery-wallet" data-testid="battery-wallet">
        {rich('batteries.against', {
          wallet: <b>{wallet.name}</b>,
          version: module.version ?? text('batteries.unknownVersion'),
          more: account ? (
            <button type="button" className="link" onClick={() => journey.leave()}>
              {text('page.otherWallet')}
            </button>
          ) : (
            rich('batteries.needAccount', { link: <a href="#/">{text('page.startHere')}</a> })
          ),
        })}
      </p>
    );
  return (
    <div className="battery-wallet">
      <WalletList picked={picked} onPick={setChosen} />
      <div className="actions">
        <ActionButton
          type="button"
          className="secondary"
          disabled={picked === undefined}
          isBusy={resuming || connect.state === 'busy'}
          onClick={() => picked && void journey.connect(picked)}
        >
          {text('page.connect')}
        </ActionButton>
      </div>
    </div>
  );
}
