/** The public API of `@xnet/connect/testing`: a headless wallet for Node and Playwright. */

export { type LocalChain, startLocalChain } from './localChain';
export type { WalletState } from './refusals';
export { type Announced, showTo } from './showTo';
export {
  createTestWallet,
  type Dialog,
  type OpenDialog,
  type TestWallet,
  type TestWalletOptions,
} from './testWallet';
