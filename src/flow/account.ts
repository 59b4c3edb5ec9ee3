import { fail } from '../errors';
import type { Module } from '../module';
import type { StoredAccount } from '../schema/account';
import type { RequestContext } from '../schema/context';
import { type ChainId, sameFelt } from '../schema/primitives';
import { accountAddress, accountKinds, newAccountClass } from '../starknet/accountClasses';
import { derivationPath } from '../starknet/keys';
import { visibleAccounts } from './access';

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

/** The account known at an index, or the one that would be made there. */
export async function accountAt(
  module: Pick<Module, 'accounts' | 'keys'>,
  chainId: ChainId,
  addressIndex: number,
): Promise<StoredAccount> {
  const accounts = await module.accounts.list(chainId);
  const [preferred] = accounts
    .filter((account) => account.addressIndex === addressIndex)
    .sort((a, b) => rank(a) - rank(b));
  return preferred ?? (await deriveAccount(module, chainId, addressIndex));
}

/**
 * The account that a site works with: the one that the user has chosen, where the site may see it,
 * else the first that it may see.
 * @throws unknownAccount, userRejected
 */
export async function currentAccount(
  module: Module,
  context: RequestContext,
): Promise<StoredAccount> {
  const visible = await visibleAccounts(module, context);
  const chosen = await module.accounts.current(context.network.chainId);
  return (
    visible.find(({ address }) => chosen !== null && sameFelt(address, chosen)) ??
    visible[0] ??
    fail('unknownAccount', 'There is none on this network yet.')
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
