import type { ErrorKind } from '@xnet/clients/errors';
import type { EthereumNode } from '@xnet/clients/ethereum/ethereum';
import type { GasApi } from '@xnet/clients/gas/gasApi';
import type { IpfsCall } from '@xnet/clients/ipfs/ipfsCall';
import type { Keys } from './flow/accounts/keys';
import type { Acts } from './flow/consent/acts';
import type { SiteLimits } from './flow/consent/rateLimit';
import type { InTurn } from './flow/consent/turns';
import type { L1Fee } from './flow/l1/baseFee';
import type { Logos } from './flow/tokens/logos';
import type { LastCosts } from './flow/transactions/lastCosts';
import type { Explorer } from './remote/explorer/explorer';
import type { Paymaster } from './remote/paymaster/paymaster';
import type { PriceFeed } from './remote/prices/priceFeed';
import type { StarknetNode } from './remote/starknet/node';
import type { StoredAccount } from './schema/account';
import type { ExplorerName } from './schema/explorer';
import type { ChainId } from './schema/primitives';
import type { StoredTransaction } from './schema/transaction';
import type { DoSteps } from './starknet/effort';
import type { CompiledClass } from './starknet/transactions/compiledClass';
import type { ContractClass } from './starknet/transactions/contractClass';
import type { ExplorerChoice, OwnEndpoint, PaymasterChoice, ServiceChoice } from './state/settings';
import type { StateRepositories } from './state/state';
import type { Dialogs } from './ui/dialogs';
import type { Place } from './ui/review/place';
import type { TextRef } from './ui/text/words';

/** Data that the module stores and knows. */
export type State = StateRepositories & {
  /** Runs tasks of the same key in sequence, such as transactions of one account. */
  inTurn<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** True for the companion site and the user on the module's page, who need no grant. */
  isTrusted(origin: string): boolean;
  /** Origins that the build trusts, such as the companion site's. */
  readonly companions: readonly string[];
  /** Unix milliseconds. */
  now(): number;
  /** For each account, whether the phrase has its key; true while the wallet is locked. */
  hasKeys(accounts: readonly StoredAccount[]): Promise<boolean[]>;
  /** The title of a record wherever it is shown to the user. */
  titleOf(record: StoredTransaction): Promise<TextRef>;
};

export type PublicHosts = {
  readonly nodes: readonly string[];
  readonly explorers: Readonly<Record<ExplorerName, string>>;
  readonly prices: string;
};

/** The HTTP services, as the user has configured them, and checks of their responses. */
export type Clients = {
  /** The layer-2 client of a network, with the user's own endpoints or the defaults. */
  node(chainId: ChainId): Promise<StarknetNode>;
  /** Host of the local chain that the build sets; undefined if it sets none. */
  localChain(chainId: ChainId): string | undefined;
  /** Hosts of services that the user need not enter: asked unless the user chose other ones. */
  publicHosts(chainId: ChainId): PublicHosts;
  /** Resolves if the endpoint serves that network; otherwise throws what is wrong. */
  checkEndpoint(chainId: ChainId, endpoint: OwnEndpoint): Promise<void>;
  /** The given explorer, or the one chosen for the network; undefined if none. */
  explorer(chainId: ChainId, choice?: ExplorerChoice): Promise<Explorer | undefined>;
  /** The given paymaster, or the one chosen for the network; undefined if none. */
  paymaster(chainId: ChainId, choice?: PaymasterChoice): Promise<Paymaster | undefined>;
  /** The paymaster that the user need not enter; undefined on a local chain, which it does not know. */
  publicPaymaster(chainId: ChainId): PaymasterChoice | undefined;
  /** The given Ethereum node, or the one set for the network; undefined if none. */
  ethereum(chainId: ChainId, choice?: ServiceChoice): Promise<EthereumNode | undefined>;
  /** The given gas API, or the one that the user has set; undefined if none. */
  gas(choice?: ServiceChoice): Promise<GasApi | undefined>;
  /** The last costs of each kind of calls, for the lifetime of this process. */
  lastCosts: LastCosts;
  /** The current range of Ethereum's base fee; queried only if the user has set a gas API. */
  l1Fee: L1Fee;
  /** The given IPFS service, or the one that the user has set; undefined if none. */
  ipfs(choice?: ServiceChoice): Promise<{ readonly call: IpfsCall } | undefined>;
  /** Logos of tokens; fetched only if the user has set an IPFS service. */
  logos: Logos;
  /** Prices in a currency; fetched only if the user has turned them on. */
  priceFeed: PriceFeed;
  /** Does long work in steps, between which other requests run. */
  compute: DoSteps;
  /** Hash of a class; computed without blocking other requests, by default in the user's turn. */
  hashClass(contractClass: ContractClass, compute?: DoSteps): Promise<string>;
  /** Hash of a compiled class: Poseidon before 0.14.1, BLAKE2s from 0.14.1 on. */
  hashCompiledClass(
    compiledClass: CompiledClass,
    hashKind: 'poseidon' | 'blake2s',
    compute?: DoSteps,
  ): Promise<string>;
};

/** Advice for each kind of error, from a file of the package. */
export type Hints = { readonly [kind in ErrorKind]?: string };

/** Functions of the wallet: a function without it can neither ask the user nor sign. */
export type Wallet = {
  /** Dialogs of the user's own page, in turns with those of all requests. */
  dialogs: Dialogs;
  /** Dialogs of a single request, which says how it takes its turn. */
  requestDialogs(inTurn: InTurn): Dialogs;
  /** Dialogs of the user's own page, shown at a place on it; `makeWay` ends one for a site's. */
  pageDialogs(place: Place, makeWay: () => void): Dialogs;
  /** Ends a review on the module's page, so that a site need not wait for it. */
  makeWay(): void;
  /** Requests of the user on the module's pages. */
  acts: Acts;
  keys: Keys;
  /** Keys that query the wallet once, for a single request, and are released with it. */
  requestKeys(compute: DoSteps): Keys;
  limits: SiteLimits;
  /** Lets other requests run before the work continues, if 10 ms were computed since any could. */
  yieldToEventLoop(): Promise<void>;
  /** Asks the wallet to wake the tracker; resolves even if the wallet cannot. */
  wakeTracker(afterSeconds: number): Promise<void>;
  /** Asks the wallet to refresh the module's page, in a second by default; false if it cannot. */
  wakePage(
    id: string,
    afterSeconds?: number,
    reason?: 'refreshHome' | 'keepAsking',
  ): Promise<boolean>;
  /** True while the wallet is locked: it asks for its password before it gives out a secret. */
  isLocked(): Promise<boolean>;
  /** Language and currency that the user has set in the wallet. */
  preferences(): Promise<{ locale: string; currency: string }>;
  /** Advice for errors by kind; empty if the file cannot be read. */
  hints(): Promise<Hints>;
  /** The OpenRPC document that the package carries. */
  openrpc(): Promise<unknown>;
};

/** All that a handler may use. compose.ts builds it once, from what the wallet provides. */
export type Module = State & Clients & Wallet;
