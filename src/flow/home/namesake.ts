import type { Module } from '../../module';
import { type ChainId, sameFelt } from '../../schema/primitives';
import { readsAlike } from '../../starknet/skeleton';
import { accountName } from '../../ui/review/facts';
import { loadAddressBook } from '../addresses/addressBook';

/**
 * True if another own account or saved recipient has a name that reads like this one, or an account
 * that is created later would have it.
 */
export async function hasNamesake(
  module: Module,
  chainId: ChainId,
  { address, name }: { readonly address: string; readonly name: string },
): Promise<boolean> {
  const { accounts, saved } = await loadAddressBook(module, chainId, address);
  const say = await module.dialogs.saying();
  const own = accounts.find((one) => sameFelt(one.address, address));
  // A digit may stand for a letter, such as in "Acc0unt 9".
  const isOfOther = (name.match(/\d+/gu) ?? []).some(
    (number) =>
      readsAlike(name, say({ say: 'review.accountNumber', with: { number } })) &&
      Number(number) - 1 !== own?.addressIndex,
  );
  if (isOfOther) return true;
  const names = [
    ...accounts.map((own) => ({ address: own.address, names: [own.name, say(accountName(own))] })),
    ...saved.map((one) => ({ address: one.address, names: [one.name] })),
  ];
  return names.some(
    (one) => !sameFelt(one.address, address) && one.names.some((other) => readsAlike(other, name)),
  );
}
