import { useApp } from './AppContext';
import { useTexts } from './useTexts';

export function OpenWallet() {
  const { text, rich } = useTexts();
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
