import { readGrant } from '../../src/flow/messages/grants';
import { messageWarnings } from '../../src/flow/messages/warnings';
import type { StoredAccount } from '../../src/schema/account';
import { chainIds, findNetwork } from '../../src/schema/primitives';
import { parseTypedData } from '../../src/starknet/typedData/parse';
import { createAddressBook } from '../review/subject';
import { storedAccounts } from '../wallet/storedAccounts';
import type { Parts } from './typedDataExample';

const [stored] = storedAccounts(chainIds.sepolia, 1) as [StoredAccount]; // one was asked for
const network = findNetwork(chainIds.sepolia);
const addresses = createAddressBook();

/** How much is told: 3 for an extreme, 2 for an order, 1 for what is not known, 0 for nothing. */
export function layerOf(parts: Parts, account: StoredAccount = stored): number {
  const typedData = parseTypedData(structuredClone(parts));
  const context = { origin: 'https://app.shop.example', method: 'xnet_signMessage', network };
  const review = { context, account, typedData, addresses, now: 1_800_000_000 } as never;
  const { extremes, sessions, moves } = readGrant(review);
  if (extremes.length > 0 || sessions.length > 0) {
    const severe = messageWarnings(review).filter(({ severity }) =>
      ['critical', 'high'].includes(severity),
    );
    return severe.length > 0 ? 3 : 0;
  }
  if (moves === null) return 0;
  return moves === 'order' ? 2 : 1;
}
