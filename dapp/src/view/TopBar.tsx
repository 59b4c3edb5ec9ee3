import { exactAmount, formatAmount, strkDecimals } from '../chain/amount';
import { shorten } from '../chain/felt';
import icon from '../icon.svg';
import { useStore } from '../store';
import { useApp } from './AppContext';
import { Copy } from './Copy';
import { NetworkSwitch } from './NetworkSwitch';
import { StatusDots, statusWord } from './StatusDots';
import { WalletIcon } from './WalletIcon';

export function TopBar() {
  const { session } = useApp();
  const { wallet, account, balanceFri } = useStore(session.store);
  return (
    <header className="bar">
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
          <dd>
            <NetworkSwitch />
          </dd>
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
              <span className="amount" title={`${exactAmount(balanceFri, strkDecimals)} STRK`}>
                {formatAmount(balanceFri, strkDecimals)} STRK
              </span>
            )}
          </dd>
        </div>
        <LatestTransaction />
      </dl>
    </header>
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
