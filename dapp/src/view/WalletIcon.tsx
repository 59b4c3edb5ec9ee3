import type { Wallet } from '../wallet/discovery';

export function WalletIcon({ wallet }: { wallet: Wallet }) {
  if (wallet.icon) return <img className="wallet-icon" src={wallet.icon} alt="" />;
  return (
    <span className="wallet-icon" aria-hidden="true">
      {wallet.name.slice(0, 1).toUpperCase()}
    </span>
  );
}
