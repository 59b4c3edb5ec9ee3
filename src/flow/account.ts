import { fail } from '../errors';
import type { Module } from '../module';
import type { StoredAccount } from '../schema/account';
import type { RequestContext } from '../schema/context';
import { type ChainId, sameFelt } from '../schema/primitives';
import { accountAddress, newAccountClass } from '../starknet/accountClasses';
import { derivationPath } from '../starknet/keys';
import { visibleAccounts } from './access';

/** The account of an index that the module would make today; nothing is saved. */
export async function deriveAccount(
  module: Pick<Module, 'keys'>,
  chainId: ChainId,
  addressIndex: number,
): Promise<StoredAccount> {
  const publicKey = await module.keys.publicKey(addressIndex);
  return {
    address: accountAddress(newAccountClass, publicKey),
    addressIndex,
    publicKey,
    accountClass: newAccountClass,
    deployTxnHash: null,
    deployment: 'unknown',
    derivationPath: derivationPath(addressIndex),
    name: `Account ${addressIndex + 1}`,
    hidden: false,
    chainId,
  };
}

/** The account known at an index, or the one that would be made there. */
export async function accountAt(
  module: Pick<Module, 'accounts' | 'keys'>,
  chainId: ChainId,
  addressIndex: number,
): Promise<StoredAccount> {
  const accounts = await module.accounts.list(chainId);
  return (
    accounts.find((account) => account.addressIndex === addressIndex) ??
    (await deriveAccount(module, chainId, addressIndex))
  );
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
