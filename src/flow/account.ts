import type { Module } from '../module';
import type { StoredAccount } from '../schema/account';
import type { ChainId } from '../schema/primitives';
import { accountAddress, newAccountClass } from '../starknet/accountClasses';
import { derivationPath } from '../starknet/keys';

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
