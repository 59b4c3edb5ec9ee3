import type { Wallet } from './discovery';

/** How the developer wallet names itself (EIP-6963). It is for play money. */
export const developerWallet = 'org.xnet.developer-wallet';

/**
 * Whether everybody can sign with this wallet's keys. Of the developer wallet it is believed unless
 * it says otherwise; it is asked each time, since it may have been started with another phrase.
 */
export async function hasPublicPhrase({ rdns, provider }: Wallet): Promise<boolean> {
  if (rdns !== developerWallet) return false;
  return provider.request({ method: 'wallet_hasPublicPhrase' }).then(
    (answer) => answer !== false,
    () => true,
  );
}

/** Loads the developer wallet's announcing script; rejects when that wallet does not answer. */
export function loadDeveloperWallet(page: Document, walletUrl: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = page.createElement('script');
    script.src = new URL('/provider.js', walletUrl).href;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`The developer wallet at ${walletUrl} does not answer.`));
    });
    page.head.append(script);
  });
}
