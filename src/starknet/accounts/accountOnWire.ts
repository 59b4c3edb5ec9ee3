import type { Account, StoredAccount } from '../../schema/account';
import { mustBeUpgraded } from './classes';

/** Fields of a stored account that methods return. */
export function accountOnWire({
  addressClass: _addressClass,
  obstacle: _obstacle,
  deployment,
  name,
  hidden,
  ...shared
}: StoredAccount): Account {
  const isDeployed = deployment === 'deployed';
  const isOld = mustBeUpgraded(shared.accountClass);
  return {
    ...shared,
    addressSalt: shared.publicKey,
    accountName: name,
    visibility: !hidden,
    isDeployed,
    deployRequired: isOld && !isDeployed,
    upgradeRequired: isOld && isDeployed,
  };
}
