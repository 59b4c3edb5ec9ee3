import { text } from '../draw';
import { useApp } from './AppContext';
import { rich } from './rich';

export function OpenWallet() {
  const { walletUrl } = useApp().config;
  if (!walletUrl) return text('page.waitingInWallet');
  return rich('page.waitingInWalletOpen', {
    link: (
      <a href={walletUrl} target="_blank" rel="noopener noreferrer">
        {text('page.openWallet')}
      </a>
    ),
  });
}
