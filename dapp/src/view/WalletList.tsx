import { draw, text } from '../draw';
import { useStore } from '../store';
import type { Wallet } from '../wallet/discovery';
import { useApp } from './AppContext';
import { WalletIcon } from './WalletIcon';

type Props = { readonly picked: Wallet | undefined; readonly onPick: (uuid: string) => void };

export function WalletList({ picked, onPick }: Props) {
  const { discovery, developerWallet, config, retryDeveloperWallet } = useApp();
  const { wallets } = useStore(discovery.store);
  const { failure } = useStore(developerWallet);
  return (
    <>
      {wallets.length > 0 && (
        <fieldset className="wallets">
          <legend className="unseen">{text('page.wallet')}</legend>
          {wallets.map((wallet) => (
            <label key={wallet.uuid} className="wallet" data-testid={`wallet-${wallet.rdns}`}>
              <input
                type="radio"
                name="wallet"
                checked={wallet.uuid === picked?.uuid}
                onChange={() => onPick(wallet.uuid)}
              />
              <WalletIcon wallet={wallet} />
              <span>
                <span className="wallet-name">{wallet.name}</span>
                <span className="quiet">{wallet.rdns}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {failure && (
        <div className="failure" role="alert">
          <p className="failure-message">{draw(failure.words?.message ?? failure.message)}</p>
          <p>{text('page.noDeveloperWallet')}</p>
          <button type="button" className="secondary" onClick={retryDeveloperWallet}>
            {text('page.lookAgain')}
          </button>
        </div>
      )}
      {wallets.length === 0 && !failure && (
        <div className="empty" data-testid="no-wallet">
          <p className="empty-title">
            {text(config.walletUrl ? 'page.lookingForWallets' : 'page.noWallet')}
          </p>
          <p>{text(config.walletUrl ? 'page.walletComing' : 'page.installWallet')}</p>
          <button type="button" className="secondary" onClick={() => discovery.ask()}>
            {text('page.lookAgain')}
          </button>
        </div>
      )}
    </>
  );
}
