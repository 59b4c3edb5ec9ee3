import { fail, failWithPath } from '@xnet/clients/errors';
import type { Module } from '../../module';
import type { StoredAccount } from '../../schema/account';
import { accountClassLabels } from '../../schema/accountClass';
import { type RequestContext, unixSeconds } from '../../schema/primitives';
import { isQuery, type TransactionDetails } from '../../schema/transactionDetails';
import { getMaxTip } from '../../starknet/accounts/classes';
import { foreignUpgrade } from '../../starknet/accounts/foreignUpgrade';
import {
  requireGivenBounds,
  type TransactionType,
} from '../../starknet/transactions/networkLimits';
import type { Signing } from './locks';
import { listUnconfirmed } from './pending';

/**
 * The network shows an account of an older class a transaction in the version that its code accepts
 * only up to a tip.
 * @throws invalidParams
 */
export function requireTip(
  { accountClass }: Pick<StoredAccount, 'accountClass'>,
  { tip = '0x0' }: Pick<TransactionDetails, 'tip'>,
): void {
  const maxTip = getMaxTip(accountClass);
  if (maxTip !== undefined && BigInt(tip) > maxTip)
    failWithPath(
      'details.tip',
      `${maxTip} FRI per L2 gas is the most that accounts of this class accept.`,
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

/**
 * Refuses details that the network would refuse, before the user reads the transaction.
 * @param type of the transaction that the details are about, the last of a plan
 * @throws invalidParams
 */
export function requireAccepted(
  { context, details }: { context: RequestContext; details: TransactionDetails },
  type: TransactionType,
): void {
  const { version, resourceBounds } = details;
  // The query form is for estimates: its signature is a different one.
  if (version !== undefined && isQuery(version))
    fail('invalidParams', 'Only version 3 is signed.', { path: 'details.version' });
  const isLocal = typeof context.network.name !== 'string';
  if (resourceBounds) requireGivenBounds(type, resourceBounds, isLocal);
}

/** Limit, since every later review mentions each of them. */
const GIVEN_AT_MOST = 100;

/**
 * Limits an account's signatures that sites hold and can still use: none is dropped to make room.
 * One executed transaction of the account settles those with earlier nonces.
 *
 * @throws limitExceeded
 */
export async function requireSignatureQuota(
  module: Pick<Module, 'transactions' | 'outsideSigned' | 'now'>,
  { context, account }: Signing,
): Promise<void> {
  const { chainId } = context.network;
  const now = unixSeconds(module);
  const journal = await module.transactions.recent(chainId, account.address);
  const signed = listUnconfirmed(journal, now);
  const outside = await module.outsideSigned.alive(chainId, account.address, now);
  const signedForSites = [
    ...signed.filter((one) => one.given),
    ...outside.filter(({ site }) => site),
  ];
  if (signedForSites.length >= GIVEN_AT_MOST)
    fail(
      'limitExceeded',
      `Sites hold ${signedForSites.length} signatures of the account that can still be carried out.`,
    );
}
