/** How the developer wallet names itself (EIP-6963). It is for play money. */
export const developerWallet = 'org.xnet.developer-wallet';

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
