import type { Explorer } from './clients/explorer/explorer';
import type { StarknetNode } from './clients/starknet/node';
import type { Keys } from './flow/keys';
import type { ChainId } from './schema/primitives';
import type { ContractClass } from './starknet/contractClass';
import type { Accounts } from './state/accounts';
import type { Blocks } from './state/blocks';
import type { FoundTransactions } from './state/foundTransactions';
import type { Grants } from './state/grants';
import type { Networks } from './state/networks';
import type { ExplorerChoice, OwnEndpoint, Settings } from './state/settings';
import type { Tokens } from './state/tokens';
import type { Transactions } from './state/transactions';
import type { Dialogs } from './ui/dialogs';

/** What a handler may use. Built once, by compose.ts, from what the wallet gives. */
export type Module = {
  accounts: Accounts;
  blocks: Blocks;
  found: FoundTransactions;
  grants: Grants;
  networks: Networks;
  settings: Settings;
  tokens: Tokens;
  transactions: Transactions;
  dialogs: Dialogs;
  keys: Keys;
  /** The layer-2 client of a network, over the user's own endpoints or the defaults. */
  node(chainId: ChainId): Promise<StarknetNode>;
  /** Resolves when the endpoint answers for that network; throws what is wrong otherwise. */
  checkEndpoint(chainId: ChainId, endpoint: OwnEndpoint): Promise<void>;
  /** The explorer that the user has chosen for a network, or this one; undefined where none is. */
  explorer(chainId: ChainId, choice?: ExplorerChoice): Promise<Explorer | undefined>;
  /** Asks the wallet to wake the tracker; resolves whether or not the wallet can do so. */
  wakeTracker(afterSeconds: number): Promise<void>;
  /** Runs tasks of one key one after another: transactions of one account take turns. */
  inTurn<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** True for the companion site and the wallet itself, which need no grant. */
  isTrusted(origin: string): boolean;
  /** Language and currency that the user has set in the wallet. */
  preferences(): Promise<{ locale: string; currency: string }>;
  /** Hash of a class; other requests are answered meanwhile. */
  hashClass(contractClass: ContractClass): Promise<string>;
  /** The OpenRPC document that the package carries. */
  openrpc(): Promise<unknown>;
  /** Unix milliseconds. */
  now(): number;
};
