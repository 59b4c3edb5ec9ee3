import { createAccounts } from './accounts';
import { createActivity } from './activity';
import { createAllowances } from './allowances';
import { createArrivals } from './arrivals';
import { createBalances } from './balances';
import { createClasses } from './classes';
import { createContracts } from './contracts';
import { createFoundTransactions } from './foundTransactions';
import { createGasPrices } from './gasPrices';
import { createBlocks, createGrants } from './grants';
import { createL1Settlement } from './l1Settlement';
import { createOutcome } from './outcome';
import { createOutsideSigned } from './outsideSigned';
import { createRecipients } from './recipients';
import { createSettings } from './settings';
import { createSignatures } from './signatures';
import { createSiteNetworks } from './siteNetworks';
import type { Store } from './store';
import { createTokens } from './tokens';
import { createTransactions } from './transactions';
import { createUsedAddresses } from './usedAddresses';
import { createWatchedAddresses } from './watchedAddresses';

export type StateRepositories = ReturnType<typeof createState>;

/** All stored state, by noun. */
export const createState = (store: Store, now: () => number) => ({
  accounts: createAccounts(store),
  activity: createActivity(store, now),
  allowances: createAllowances(store),
  arrivals: createArrivals(store),
  balances: createBalances(store),
  blocks: createBlocks(store),
  classes: createClasses(store),
  contracts: createContracts(store),
  found: createFoundTransactions(store),
  gasPrices: createGasPrices(store),
  grants: createGrants(store),
  lost: store.lost,
  outcome: createOutcome(store),
  outsideSigned: createOutsideSigned(store),
  l1Settlement: createL1Settlement(store),
  recipients: createRecipients(store),
  settings: createSettings(store),
  signatures: createSignatures(store),
  siteNetworks: createSiteNetworks(store),
  tokens: createTokens(store),
  transactions: createTransactions(store),
  usedAddresses: createUsedAddresses(store),
  watchedAddresses: createWatchedAddresses(store),
});
