import type { Provider } from './provider';

/** After any of these (EIP-1193) what the page shows may no longer be so. */
const events = ['connect', 'disconnect', 'chainChanged', 'accountsChanged', 'message'] as const;

/** Calls back whenever the wallet says that something changed there. @returns how to stop */
export function followProvider(provider: Provider, onChange: () => void): () => void {
  const listener = () => onChange();
  for (const event of events) provider.on?.(event, listener);
  return () => {
    for (const event of events) provider.removeListener?.(event, listener);
  };
}
