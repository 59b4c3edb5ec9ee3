import { describe, expect, it } from '@jest/globals';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import type { StoredAccount } from '../../schema/account';
import { chainIds } from '../../schema/primitives';
import { accountOnWire } from './accountOnWire';

const [account] = storedAccounts(chainIds.sepolia, 1);
if (!account) throw new Error('The vectors hold an account.');
const told = (changes: Partial<StoredAccount>) => {
  const { isDeployed, deployRequired, upgradeRequired } = accountOnWire({ ...account, ...changes });
  return { isDeployed, deployRequired, upgradeRequired };
};

describe('an account as methods return it', () => {
  // Nobody upgrades an account before it is deployed.
  it('asks for a deployment of an old class that is not deployed, and for an upgrade of one that is', () => {
    const accountClass = 'argent024';
    expect(told({ accountClass, deployment: 'deployed' })).toEqual({
      isDeployed: true,
      deployRequired: false,
      upgradeRequired: true,
    });
    expect(told({ accountClass, deployment: 'unknown' })).toEqual({
      isDeployed: false,
      deployRequired: true,
      upgradeRequired: false,
    });
  });

  it('asks for neither of a class of today', () => {
    for (const deployment of ['deployed', 'unknown'] as const)
      expect(told({ deployment })).toEqual({
        isDeployed: deployment === 'deployed',
        deployRequired: false,
        upgradeRequired: false,
      });
  });
});
