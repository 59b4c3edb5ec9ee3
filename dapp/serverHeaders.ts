import type { Config } from './src/config';

/**
 * The page runs its own files and the wallet's announcing script, talks to the wallet and the
 * local chain, and is shown in no frame. Wallet icons are data URIs (EIP-6963).
 */
export function securityHeaders({ walletUrl, localChain }: Config): Record<string, string> {
  const wallet = walletUrl ? [new URL(walletUrl).origin] : [];
  const chain = localChain ? [new URL(localChain.url).origin] : [];
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...wallet],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...wallet, ...chain],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
      .join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}
