import { getSelector } from '../../selector';

/** The Cairo 0 proxy of Argent. */
export const ARGENT_PROXY = '0x25ec026985a3bf9d0cc1fe17326b245dfdc3ff89b8fde106542a3ea56c5a918';

/** Calldata of the proxy: initialize(owner, no guardian) of an implementation. */
export const proxyCalldata = (implementation: string) => (publicKey: string) => [
  implementation,
  getSelector('initialize'),
  '0x2',
  publicKey,
  '0x0',
];
