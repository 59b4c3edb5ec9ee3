/** Appearance of the module in lists of wallets. */
export const appearance = {
  /** Suffix of `window.starknet_xnet`. */
  id: 'xnet',
  /** Name in lists of wallets. */
  name: 'Xnet',
  /** Version of the connector. */
  version: '0.1.0',
  /** Picture, as a data URI. */
  icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" rx="8" fill="%232f5d9b"/%3E%3Cpath d="M9 9l14 14M23 9L9 23" stroke="%23fff" stroke-width="3" stroke-linecap="round"/%3E%3C/svg%3E',
};
