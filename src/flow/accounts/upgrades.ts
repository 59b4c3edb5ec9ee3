import type { State } from '../../module';
import type { StoredAccount } from '../../schema/account';
import { accountClassLabels, sameFelt } from '../../schema/primitives';
import type { StoredTransaction } from '../../schema/transaction';
import { classOf } from '../../starknet/accounts/classes';
import { selectorOf } from '../../starknet/selector';
import { callsInRecord } from '../../starknet/transactions/calls';

/** Notes another class of an account, in its name, too, where the class is told there. */
export async function noteClass(
  module: State,
  { chainId, address }: Pick<StoredAccount, 'chainId' | 'address'>,
  accountClass: StoredAccount['accountClass'],
): Promise<void> {
  await module.accounts.change(chainId, address, (account) => ({
    ...account,
    accountClass,
    name: account.name.replace(
      accountClassLabels[account.accountClass],
      accountClassLabels[accountClass],
    ),
  }));
}

/** After a transaction that has succeeded on chain: the class that it put in place, if it did. */
export async function noteUpgrade(module: State, record: StoredTransaction): Promise<void> {
  const { chainId, senderAddress: address } = record;
  const classHash = upgradeIn(record);
  if (classHash === undefined) return;
  const accounts = await module.accounts.list(chainId);
  if (accounts.some((account) => sameFelt(account.address, address)))
    await noteClass(module, { chainId, address }, classOf(classHash) ?? 'other');
}

/** The class of the last call by which an account upgrades itself; undefined where none does. */
function upgradeIn(record: StoredTransaction): string | undefined {
  const upgrades = callsInRecord(record).filter(
    ({ to, selector }) =>
      sameFelt(to, record.senderAddress) && sameFelt(selector, selectorOf('upgrade')),
  );
  return upgrades.at(-1)?.calldata[0];
}
