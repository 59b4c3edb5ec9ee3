import { strkDecimals } from '../chain/amount';
import { shorten } from '../chain/felt';
import icon from '../icon.svg';
import { useStore } from '../store';
import { Amount } from './Amount';
import { useApp } from './AppContext';
import { Copy } from './Copy';
import { NetworkSwitch } from './NetworkSwitch';
import { StatusDots, statusWord } from './StatusDots';
import { useBarHeight } from './useBarHeight';
import { WalletIcon } from './WalletIcon';

type Props = { readonly isMenuOpen: boolean; readonly onMenu: () => void };

export function TopBar({ isMenuOpen, onMenu }: Props) {
  const { session } = useApp();
  const { wallet, module, account, balanceFri } = useStore(session.store);
  const bar = useBarHeight();
  return (
    <header className="bar" ref={bar}>
      <button
        type="button"
        className="secondary menu"
        aria-expanded={isMenuOpen}
        aria-controls="pages"
        onClick={onMenu}
        onKeyDown={(event) => event.key === 'Escape' && isMenuOpen && onMenu()}
      >
        {isMenuOpen ? 'Close' : 'Menu'}
      </button>
      <a className="brand" href="#/">
        <img src={icon} alt="" />
        <span>Xnet test dapp</span>
      </a>
      <dl className="bar-facts">
        <div>
          <dt>Wallet</dt>
          <dd data-testid="wallet">
            {wallet ? (
              <>
                <WalletIcon wallet={wallet} />
                <span className="clip">{wallet.name}</span>
              </>
            ) : (
              <span className="quiet">None picked</span>
            )}
          </dd>
        </div>
        <div>
          <dt>Network</dt>
          <dd>{module ? <NetworkSwitch /> : <ConnectLink />}</dd>
        </div>
        <div>
          <dt>Account</dt>
          <dd>
            {account ? (
              <>
                <code data-testid="account-address" data-address={account.address}>
                  {shorten(account.address)}
                </code>
                <Copy text={account.address} what="account address" />
              </>
            ) : (
              <span className="quiet">None yet</span>
            )}
          </dd>
        </div>
        <div>
          <dt>Balance</dt>
          <dd data-testid="balance" data-fri={balanceFri?.toString()}>
            {balanceFri === null ? (
              <span className="quiet">{account ? 'Not known' : '—'}</span>
            ) : (
              <Amount amount={balanceFri} decimals={strkDecimals} unit="STRK" />
            )}
          </dd>
        </div>
        <LatestTransaction />
      </dl>
    </header>
  );
}

/** Asks the selected wallet for its module, from any page. */
function ConnectLink() {
  const { session, journey } = useApp();
  const { wallet, resuming } = useStore(session.store);
  if (resuming) return <span className="quiet">Looking up…</span>;
  if (!wallet) return <a href="#/">Connect</a>;
  return (
    <button
      type="button"
      className="link"
      data-testid="connect"
      onClick={() => void journey.connect(wallet)}
    >
      Connect
    </button>
  );
}

function LatestTransaction() {
  const { tracker } = useApp();
  const { latest } = useStore(tracker.store);
  return (
    <div className="bar-latest">
      <dt>Last transaction</dt>
      <dd data-testid="latest" data-status={latest?.status}>
        <StatusDots tracked={latest} />
        {latest ? <span>{statusWord(latest)}</span> : <span className="quiet">None yet</span>}
      </dd>
    </div>
  );
}
