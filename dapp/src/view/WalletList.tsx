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
          <legend className="unseen">Wallet</legend>
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
          <p className="failure-message">{failure}</p>
          <p>Start it with npm start, then look again. Installed wallets work without it.</p>
          <button type="button" className="secondary" onClick={retryDeveloperWallet}>
            Look again
          </button>
        </div>
      )}
      {wallets.length === 0 && !failure && (
        <div className="empty" data-testid="no-wallet">
          <p className="empty-title">
            {config.walletUrl ? 'Looking for wallets…' : 'No wallet found'}
          </p>
          <p>
            {config.walletUrl
              ? 'The developer wallet should appear here in a moment.'
              : 'Install a wallet that can run modules, or start this page with npm start, which brings a developer wallet.'}
          </p>
          <button type="button" className="secondary" onClick={() => discovery.ask()}>
            Look again
          </button>
        </div>
      )}
    </>
  );
}
