import type { ErrorKind } from '@xnet/clients/errors';
import type { EthereumNode } from '@xnet/clients/ethereum/ethereum';
import type { GasApi } from '@xnet/clients/gas/gasApi';
import type { IpfsCall } from '@xnet/clients/ipfs/ipfsCall';
import type { Keys } from './flow/accounts/keys';
import type { SiteLimits } from './flow/consent/rateLimit';
import type { L1Fee } from './flow/l1/baseFee';
import type { Logos } from './flow/tokens/logos';
import type { LastCosts } from './flow/transactions/plan';
import type { Explorer } from './remote/explorer/explorer';
import type { Paymaster } from './remote/paymaster/paymaster';
import type { PriceFeed } from './remote/prices/priceFeed';
import type { StarknetNode } from './remote/starknet/node';
import type { ChainId } from './schema/primitives';
import type { StoredTransaction } from './schema/transaction';
import type { CompiledClass } from './starknet/transactions/compiledClass';
import type { ContractClass } from './starknet/transactions/contractClass';
import type { ExplorerChoice, OwnEndpoint, PaymasterChoice, ServiceChoice } from './state/settings';
import type { Nouns } from './state/state';
import type { Dialogs } from './ui/dialogs';
import type { Words } from './ui/text/words';

/** What is remembered and known here. */
export type State = Nouns & {
  /** Runs tasks of one key one after another: transactions of one account take turns. */
  inTurn<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** True for the companion site and the wallet itself, which need no grant. */
  isTrusted(origin: string): boolean;
  /** Unix milliseconds. */
  now(): number;
  /** What a record is called wherever the user reads of it. */
  titleOf(record: StoredTransaction): Promise<Words>;
};

/** Whom the module asks over HTTP, each as the user has set it, and what checks their answers. */
export type Clients = {
  /** The layer-2 client of a network, over the user's own endpoints or the defaults. */
  node(chainId: ChainId): Promise<StarknetNode>;
  /** Host of the chain on this machine that the build names; undefined where it names none. */
  localChain(chainId: ChainId): string | undefined;
  /** Resolves when the endpoint answers for that network; throws what is wrong otherwise. */
  checkEndpoint(chainId: ChainId, endpoint: OwnEndpoint): Promise<void>;
  /** The explorer that the user has chosen for a network, or this one; undefined where none is. */
  explorer(chainId: ChainId, choice?: ExplorerChoice): Promise<Explorer | undefined>;
  /** The paymaster that the user has chosen for a network, or this one; undefined where none is. */
  paymaster(chainId: ChainId, choice?: PaymasterChoice): Promise<Paymaster | undefined>;
  /** The Ethereum node that the user has set for a network, or this one; undefined where none is. */
  ethereum(chainId: ChainId, choice?: ServiceChoice): Promise<EthereumNode | undefined>;
  /** The gas API that the user has set, or this one; undefined where none is. */
  gas(choice?: ServiceChoice): Promise<GasApi | undefined>;
  /** What calls of a kind cost the last time, as long as this process lives. */
  lastCosts: LastCosts;
  /** Where the base fee of Ethereum lies; asked for only where the user has set a gas API. */
  l1Fee: L1Fee;
  /** The IPFS that the user has set, or this one; undefined where none is. */
  ipfs(choice?: ServiceChoice): Promise<{ readonly call: IpfsCall } | undefined>;
  /** Logos of tokens; asked for only where the user has set an IPFS. */
  logos: Logos;
  /** Prices in money; asked for only where the user has turned them on. */
  priceFeed: PriceFeed;
  /** Hash of a class; other requests are answered meanwhile. */
  hashClass(contractClass: ContractClass): Promise<string>;
  /** Hash of a compiled class, as networks have it before and from 0.14.1 on. */
  hashCompiledClass(compiledClass: CompiledClass, by: 'poseidon' | 'blake2s'): Promise<string>;
};

/** What to do about errors of a kind, as a file of the package tells it. */
export type Hints = { readonly [kind in ErrorKind]?: string };

/** What the wallet gives: a function that does not take it neither asks the user nor signs. */
export type Wallet = {
  dialogs: Dialogs;
  keys: Keys;
  /** Keys that ask the wallet once: for one request, and let go of with it. */
  requestKeys(): Keys;
  limits: SiteLimits;
  /** Asks the wallet to wake the tracker; resolves whether or not the wallet can do so. */
  wakeTracker(afterSeconds: number): Promise<void>;
  /** Asks the wallet to bring the module's page up to date; false where the wallet cannot do so. */
  wakePage(id: string): Promise<boolean>;
  /** True while it asks for its password before it gives out a secret. */
  isLocked(): Promise<boolean>;
  /** Language and currency that the user has set in the wallet. */
  preferences(): Promise<{ locale: string; currency: string }>;
  /** What to do about errors, by their kind; nothing where the file cannot be read. */
  hints(): Promise<Hints>;
  /** The OpenRPC document that the package carries. */
  openrpc(): Promise<unknown>;
};

/** What a handler may use. Built once, by compose.ts, from what the wallet gives. */
export type Module = State & Clients & Wallet;
