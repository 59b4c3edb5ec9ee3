import type { State } from '../../module';
import type { StoredAccount } from '../../schema/account';
import { accountClassLabels, sameFelt } from '../../schema/primitives';
import type { StoredTransaction } from '../../schema/transaction';
import { classOf } from '../../starknet/accounts/classes';
import { selectorOf } from '../../starknet/selector';
import { decodeExecute, type EncodedCall } from '../../starknet/transactions/calls';

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
  if (record.txnType !== 'invoke') return undefined;
  const upgrades = callsOf(record).filter(
    ({ to, selector }) =>
      sameFelt(to, record.senderAddress) && sameFelt(selector, selectorOf('upgrade')),
  );
  return upgrades.at(-1)?.calldata[0];
}

function callsOf(record: StoredTransaction): readonly EncodedCall[] {
  const { contractAddress: to, contractFuncName, contractCallData: calldata } = record;
  if (contractFuncName === '__execute__' && sameFelt(to, record.senderAddress))
    return decodeExecute(calldata, 1) ?? decodeExecute(calldata, 0) ?? [];
  return contractFuncName === 'upgrade' ? [{ to, selector: selectorOf('upgrade'), calldata }] : [];
}
