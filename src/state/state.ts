import { accountsOf } from './accounts';
import { activityOf } from './activity';
import { allowancesOf } from './allowances';
import { balancesOf } from './balances';
import { classesOf } from './classes';
import { contractsOf } from './contracts';
import { foundTransactionsOf } from './foundTransactions';
import { gasPricesOf } from './gasPrices';
import { blocksOf, grantsOf } from './grants';
import { outsideSignedOf } from './outsideSigned';
import { provenOf } from './proven';
import { recipientsOf } from './recipients';
import { settingsOf } from './settings';
import type { Store } from './store';
import { tokensOf } from './tokens';
import { transactionsOf } from './transactions';
import { usedAddressesOf } from './usedAddresses';

export type Nouns = ReturnType<typeof stateOf>;

/** All stored state, by noun. */
export const stateOf = (store: Store, now: () => number) => ({
  accounts: accountsOf(store),
  activity: activityOf(store, now),
  allowances: allowancesOf(store),
  balances: balancesOf(store),
  blocks: blocksOf(store),
  classes: classesOf(store),
  contracts: contractsOf(store),
  found: foundTransactionsOf(store),
  gasPrices: gasPricesOf(store),
  grants: grantsOf(store),
  lost: store.lost,
  outsideSigned: outsideSignedOf(store),
  proven: provenOf(store),
  recipients: recipientsOf(store),
  settings: settingsOf(store),
  tokens: tokensOf(store),
  transactions: transactionsOf(store),
  usedAddresses: usedAddressesOf(store),
});
