import type { State, Wallet } from '../../module';
import { type ChainId, sameFelt } from '../../schema/primitives';
import { foldNumbers, readsAlike } from '../../starknet/skeleton';
import { accountName } from '../../ui/review/facts';
import { loadAddressBook } from './addressBook';
import { listWatched } from './watchedAddresses';

/** An account, a recipient or a watched address that is to get a name; its index if it is an account. */
type Named = {
  readonly address: string;
  readonly name: string;
  readonly addressIndex?: number | undefined;
};

/**
 * True if another own account, saved recipient or watched address has a name that reads like this
 * one, or an account that is created later would have it.
 */
export async function hasNamesake(
  module: State & Wallet,
  chainId: ChainId,
  { address, name, addressIndex }: Named,
): Promise<boolean> {
  const { accounts, saved } = await loadAddressBook(module, chainId, address);
  const watchedAddresses = await listWatched(module, chainId, accounts);
  const say = await module.dialogs.saying();
  const ownAccount = accounts.find((one) => sameFelt(one.address, address));
  // A digit may stand for a letter, such as in "Acc0unt 9".
  const isOfOther = (foldNumbers(name).match(/\d+/gu) ?? []).some(
    (number) =>
      readsAlike(name, say({ say: 'review.accountNumber', with: { number } })) &&
      Number(number) - 1 !== (ownAccount?.addressIndex ?? addressIndex),
  );
  if (isOfOther) return true;
  const names = [
    ...accounts.map((account) => ({
      address: account.address,
      names: [account.name, say(accountName(account))],
    })),
    ...[...saved, ...watchedAddresses].map((one) => ({ address: one.address, names: [one.name] })),
  ];
  return names.some(
    (one) =>
      !sameFelt(one.address, address) && one.names.some((otherName) => readsAlike(otherName, name)),
  );
}
