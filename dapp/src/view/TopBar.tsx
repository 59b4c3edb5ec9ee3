import { strkDecimals } from '../chain/amount';
import { shorten } from '../chain/felt';
import { draw, text } from '../draw';
import icon from '../icon.svg';
import { useStore } from '../store';
import { say } from '../texts';
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
        {text(isMenuOpen ? 'page.close' : 'page.menu')}
      </button>
      <a className="brand" href="#/">
        <img src={icon} alt="" />
        <span>{text('page.name')}</span>
      </a>
      <dl className="bar-facts">
        <div>
          <dt>{text('page.wallet')}</dt>
          <dd data-testid="wallet">
            {wallet ? (
              <>
                <WalletIcon wallet={wallet} />
                <span className="clip">{wallet.name}</span>
              </>
            ) : (
              <span className="quiet">{text('page.nonePicked')}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{text('page.network')}</dt>
          <dd>{module ? <NetworkSwitch /> : <ConnectLink />}</dd>
        </div>
        <div>
          <dt>{text('page.account')}</dt>
          <dd>
            {account ? (
              <>
                <code data-testid="account-address" data-address={account.address}>
                  {shorten(account.address)}
                </code>
                <Copy text={account.address} subject={say('page.what.accountAddress')} />
              </>
            ) : (
              <span className="quiet">{text('page.noneYet')}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{text('page.balance')}</dt>
          <dd data-testid="balance" data-fri={balanceFri?.toString()}>
            {balanceFri === null ? (
              <span className="quiet">{account ? text('page.notKnown') : '—'}</span>
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
  if (resuming) return <span className="quiet">{text('page.lookingUp')}</span>;
  if (!wallet) return <a href="#/">{text('page.connect')}</a>;
  return (
    <button
      type="button"
      className="link"
      data-testid="connect"
      onClick={() => void journey.connect(wallet)}
    >
      {text('page.connect')}
    </button>
  );
}

function LatestTransaction() {
  const { tracker } = useApp();
  const { latest } = useStore(tracker.store);
  return (
    <div className="bar-latest">
      <dt>{text('page.lastTransaction')}</dt>
      <dd data-testid="latest" data-status={latest?.status}>
        <StatusDots tracked={latest} />
        {latest ? (
          <span>{draw(statusWord(latest))}</span>
        ) : (
          <span className="quiet">{text('page.noTransaction')}</span>
        )}
      </dd>
    </div>
  );
}
