import { say } from '../texts';
import type { Wallet } from './discovery';
import { textError } from './failure';

/** The developer wallet's rdns (EIP-6963). It is for play money. */
export const developerWallet = 'org.xnet.developer-wallet';

/**
 * True if this wallet's phrase is publicly known. Assumed for the developer wallet unless it says
 * otherwise; asked each time, since it may have restarted with another phrase.
 */
export async function hasPublicPhrase({ rdns, provider }: Wallet): Promise<boolean> {
  if (rdns !== developerWallet) return false;
  return provider.request({ method: 'wallet_hasPublicPhrase' }).then(
    (answer) => answer !== false,
    () => true,
  );
}

/** Loads the developer wallet's announcing script; rejects if that wallet does not respond. */
export function loadDeveloperWallet(page: Document, walletUrl: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = page.createElement('script');
    script.src = new URL('/provider.js', walletUrl).href;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(textError(say('failures.developerWallet', { url: walletUrl })));
    });
    page.head.append(script);
  });
}
