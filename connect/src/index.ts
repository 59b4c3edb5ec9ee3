/** The public API of `@xnet/connect`. */

export {
  type Account,
  type Capabilities,
  createAccount,
  type DeploymentData,
  type DeployRequest,
  type ExecuteOptions,
  type HistoryOptions,
} from './account';
export type { Call } from './calls';
export type { Choose, WalletOffer } from './choice';
export {
  type Client,
  type ClientOptions,
  createClient,
  createMethods,
  type ErrorKind,
  type Errors,
  type InstalledModule,
  type Methods,
  type Params,
  type RequestOptions,
  type Result,
} from './client';
export { type ConnectOptions, connect, type ReconnectOptions, reconnect } from './connect';
export {
  type ChainId,
  type ChainName,
  type Connection,
  createConnection,
  listAddresses,
  type State,
} from './connection';
export { toConnectors } from './connectors';
export { discover, type FindOptions, findWallet, runsModules } from './discover';
export { ConnectError, describeError, getErrorKind, type WalletErrorKind } from './failures';
export {
  createShapes,
  getStarknetAdapter,
  type Shapes,
  type ShowOptions,
  showModule,
} from './install';
export type { MethodName, XnetMethods } from './methods';
export { followProvider, type Provider, type ProviderDetail } from './provider';
export {
  createSignIn,
  type SignedIn,
  type SignInMessage,
  type SignInRequest,
  type SignInTypedData,
} from './signIn';
export { registerWallet, type StandardWallet, toStandardWallet } from './standardWallet';
export {
  type Outcome,
  type Status,
  type StatusOptions,
  waitForOutcome,
  watchStatuses,
} from './transaction';
export type { TypedData, TypedDataField } from './typedData';
export { createWalletApi, WalletApiError, type WalletApiRequest } from './walletApi';
export type { WalletApi } from './walletApiTypes';
export { createWalletStore } from './walletStore';
export { toWindowObject, type WindowObject } from './windowObject';
