import { describe, expect, it } from '@jest/globals';
import { hidingCalls } from '../../../test/chain/hidingCalls';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import type { StoredAccount } from '../../schema/account';
import { chainIds } from '../../schema/primitives';
import { queryTransactions, realTransactions } from './build';

describe('queryTransactions and realTransactions', () => {
  const [account] = storedAccounts(chainIds.sepolia, 1) as [StoredAccount]; // one was asked for
  const planOf = (changes: Partial<StoredAccount>) => ({
    account: { ...account, ...changes },
    deploys: false,
    nonce: 5n,
    details: {},
    calls: hidingCalls,
  });

  // @promise T1.3
  it('refuses calldata whose meaning a node decides by what it says of an old proxy', () => {
    for (const accountClass of ['other', 'argent040'] as const) {
      const plan = planOf({ addressClass: 'argent024', accountClass });
      for (const make of [queryTransactions, (each: typeof plan) => realTransactions(each, [])])
        expect(() => make(plan)).toThrow('could run these calls as others');
    }
  });

  it('makes calldata if no such doubt exists', () => {
    for (const [addressClass, accountClass] of [
      ['argent024', 'argent024'],
      ['argent031', 'argent040'],
      ['argent040', 'argent040'],
    ] as const)
      expect(queryTransactions(planOf({ addressClass, accountClass }))).toHaveLength(1);
  });
});
