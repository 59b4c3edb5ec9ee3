import { fail, failWithPath } from '@xnet/clients/errors';
import type { StoredAccount } from '../../schema/account';
import { accountClassLabels } from '../../schema/accountClass';
import type { TransactionDetails } from '../../schema/transactionDetails';
import { getMaxTip } from '../../starknet/accounts/classes';
import { foreignUpgrade } from '../../starknet/accounts/foreignUpgrade';

/**
 * The network shows an account of an older class a transaction in the version that its code accepts
 * only up to a tip.
 * @throws invalidParams
 */
export function requireTip(
  { accountClass }: Pick<StoredAccount, 'accountClass'>,
  { tip = '0x0' }: Pick<TransactionDetails, 'tip'>,
): void {
  const most = getMaxTip(accountClass);
  if (most !== undefined && BigInt(tip) > most)
    failWithPath(
      'details.tip',
      `${most} FRI per L2 gas is the most that accounts of this class accept.`,
    );
}

/**
 * Refuses an upgrade to another vendor's class: the network accepts it, and the account is lost.
 * @throws noUpgrade
 */
export function requireOwnFamily(
  account: StoredAccount,
  calls: Parameters<typeof foreignUpgrade>[1],
): void {
  const foreign = foreignUpgrade(account, calls);
  if (foreign !== undefined)
    fail('noUpgrade', `It would become ${accountClassLabels[foreign]}, and be lost.`);
}
