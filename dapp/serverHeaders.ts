import type { Config } from './src/config';

/**
 * The page runs its own files and the wallet's announcing script, connects to the wallet, the local
 * chain and the node service, and cannot be framed. Wallet icons are data URIs (EIP-6963).
 */
export function securityHeaders({
  walletUrl,
  localChain,
  service,
}: Config): Record<string, string> {
  const wallet = walletUrl ? [new URL(walletUrl).origin] : [];
  const chain = localChain ? [new URL(localChain.url).origin] : [];
  const node = service ? [service.url, service.url.replace(/^http/u, 'ws')] : [];
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...wallet],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...wallet, ...chain, ...node],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
      .join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}
