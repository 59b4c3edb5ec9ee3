/** The public API of `@xnet/connect`. */

export {
  type Client,
  type ClientOptions,
  createClient,
  type ErrorKind,
  type Errors,
  type InstalledModule,
  kindOf,
  type Params,
  type RequestOptions,
  type Result,
} from './client';
export {
  addressesIn,
  type ChainId,
  type Connection,
  createConnection,
  type State,
} from './connection';
export { discover, findWallet, runsModules } from './discover';
export { getStarknetAdapter, type Shapes, type ShowOptions, shapesOf, showModule } from './install';
export type { MethodName, XnetMethods } from './methods';
export { followProvider, type Provider, type ProviderDetail } from './provider';
export { registerWallet, type StandardWallet, toStandardWallet } from './standardWallet';
export { type Status, type StatusOptions, statusesOf } from './transaction';
export { createWalletApi, WalletApiError } from './walletApi';
export { toWindowObject, type WindowObject } from './windowObject';
