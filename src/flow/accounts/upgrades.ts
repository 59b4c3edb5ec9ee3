import type { State } from '../../module';
import { sameFelt } from '../../schema/primitives';
import type { StoredTransaction } from '../../schema/transaction';
import { classOf } from '../../starknet/accounts/classes';
import { selectorOf } from '../../starknet/selector';
import { callsInRecord } from '../../starknet/transactions/calls';

/** After a transaction has succeeded on chain: stores the class that it installed, if any. */
export async function noteUpgrade(module: State, record: StoredTransaction): Promise<void> {
  const { chainId, senderAddress: address } = record;
  const classHash = upgradeIn(record);
  if (classHash === undefined) return;
  const account = await module.accounts.find(chainId, address);
  const accountClass = classOf(classHash) ?? 'other';
  if (!account) return;
  await module.accounts.keepFound(chainId, [{ ...account, accountClass, deployment: 'deployed' }]);
}

/** The class of the last call by which an account upgrades itself; undefined if there is none. */
function upgradeIn(record: StoredTransaction): string | undefined {
  const upgrades = callsInRecord(record).filter(
    ({ to, selector }) =>
      sameFelt(to, record.senderAddress) && sameFelt(selector, selectorOf('upgrade')),
  );
  return upgrades.at(-1)?.calldata[0];
}
