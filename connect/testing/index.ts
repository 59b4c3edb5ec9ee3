/** The public API of `@xnet/connect-testing`: a headless wallet for Node and Playwright. */

export { type Announced, announceWallet } from './announceWallet';
export { type LocalChain, startLocalChain } from './localChain';
export type { WalletState } from './refusals';
export {
  createTestWallet,
  type Dialog,
  type OpenDialog,
  type TestWallet,
  type TestWalletOptions,
} from './testWallet';
