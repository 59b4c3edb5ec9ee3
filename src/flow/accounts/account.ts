import type { Module } from '../../module';
import type { StoredAccount } from '../../schema/account';
import type { RequestContext } from '../../schema/context';
import type { ChainId } from '../../schema/primitives';
import { accountAddress, accountKinds, newAccountClass } from '../../starknet/accounts/classes';
import { derivationPath } from '../../starknet/accounts/keys';
import { type Access, grantedAccounts } from '../consent/permissions';

/** The account of an index that the module would make today; nothing is saved. */
export async function deriveAccount(
  module: Pick<Module, 'keys'>,
  chainId: ChainId,
  addressIndex: number,
): Promise<StoredAccount> {
  const publicKey = await module.keys.publicKey(addressIndex);
  return accountOf({ chainId, addressIndex, publicKey, addressClass: newAccountClass });
}

/** The account of a key in a class, as it is before anything is known of it. */
export const accountOf = ({
  chainId,
  addressIndex,
  publicKey,
  addressClass,
}: Pick<
  StoredAccount,
  'chainId' | 'addressIndex' | 'publicKey' | 'addressClass'
>): StoredAccount => ({
  address: accountAddress(addressClass, publicKey),
  addressIndex,
  publicKey,
  addressClass,
  accountClass: addressClass,
  deployTxnHash: null,
  deployment: 'unknown',
  derivationPath: derivationPath(addressIndex),
  name: `Account ${addressIndex + 1}`,
  hidden: false,
  chainId,
});

/**
 * Which account of an index is meant where only the index is told: a deployed one, the newest class
 * first; else one of an older class, which is known only because something was found there; else
 * the one of the class that is made anew.
 */
function rank({ deployment, addressClass }: StoredAccount): number {
  const age = accountKinds.indexOf(addressClass);
  if (deployment === 'deployed') return age;
  return accountKinds.length + (addressClass === newAccountClass ? accountKinds.length : age);
}

/** Of these accounts the one that an index means. */
const preferredAt = (
  accounts: readonly StoredAccount[],
  addressIndex: number,
): StoredAccount | undefined =>
  accounts
    .filter((account) => account.addressIndex === addressIndex)
    .sort((a, b) => rank(a) - rank(b))[0];

/** The account known at an index, or the one that would be made there. */
export async function accountAt(
  module: Pick<Module, 'accounts' | 'keys'>,
  chainId: ChainId,
  addressIndex: number,
): Promise<StoredAccount> {
  const accounts = await module.accounts.list(chainId);
  return (
    preferredAt(accounts, addressIndex) ?? (await deriveAccount(module, chainId, addressIndex))
  );
}

/** The smallest index that has no account on the network. */
export async function nextAddressIndex(
  module: Pick<Module, 'accounts'>,
  chainId: ChainId,
): Promise<number> {
  const taken = new Set((await module.accounts.list(chainId)).map((one) => one.addressIndex));
  let index = 0;
  while (taken.has(index)) index += 1;
  return index;
}

/** The account at an index, where a site was granted one. */
export async function grantedAt(
  module: Access,
  context: RequestContext,
  addressIndex: number | undefined,
): Promise<StoredAccount | undefined> {
  if (addressIndex === undefined) return undefined;
  return preferredAt(await grantedAccounts(module, context), addressIndex);
}
