import type { Clients, State } from '../../module';
import { sameFelt } from '../../schema/primitives';
import type { StoredTransaction } from '../../schema/transaction';
import { findClassName } from '../../starknet/accounts/classes';
import { getSelector } from '../../starknet/selector';
import { callsInRecord } from '../../starknet/transactions/calls';
import { fetchAccountOnChain } from './onChain';

/**
 * After a transaction has succeeded on chain: stores the class that an upgrade in it left at the
 * account's address, as the chain says; what was signed stands in for a node that does not answer.
 */
export async function noteUpgrade(
  module: State & Clients,
  record: StoredTransaction,
): Promise<void> {
  const { chainId, senderAddress: address } = record;
  const signed = upgradeIn(record);
  if (signed === undefined) return;
  const account = await module.accounts.find(chainId, address);
  if (!account) return;
  const assumed = { ...account, accountClass: findClassName(signed) ?? ('other' as const) };
  const { accountClass, obstacle } = await module
    .node(chainId)
    .then((node) => fetchAccountOnChain(node, account))
    .catch(() => assumed);
  await module.accounts.keepFound(chainId, [
    { ...account, accountClass, obstacle, deployment: 'deployed' },
  ]);
}

/** The class of the last call by which an account upgrades itself; undefined if there is none. */
function upgradeIn(record: StoredTransaction): string | undefined {
  const upgrades = callsInRecord(record).filter(
    ({ to, selector }) =>
      sameFelt(to, record.senderAddress) && sameFelt(selector, getSelector('upgrade')),
  );
  return upgrades.at(-1)?.calldata[0];
}
