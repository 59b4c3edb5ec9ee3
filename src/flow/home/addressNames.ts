import type { State } from '../../module';
import type { StoredAccount } from '../../schema/account';
import type { ChainId } from '../../schema/primitives';
import { type Label, say } from '../../ui/text/words';
import { findName, findStanding, loadAddressBook } from '../addresses/addressBook';

/** The names that the user or a list of the module gave addresses; reads no list of used ones. */
export async function loadGivenNames(
  module: State,
  chainId: ChainId,
  accounts: readonly StoredAccount[],
): Promise<(address: string) => Label | undefined> {
  const saved = await module.recipients.list(chainId);
  const book = { chainId, accounts, saved, used: { recipients: [], contracts: [] } };
  return (address) => findName(book, address);
}

/** The names of addresses for an account's pages; that of an imitation says what it is, and stands in its place. */
export async function loadAddressNames(
  module: State,
  chainId: ChainId,
  sender: string,
): Promise<(address: string) => Label | undefined> {
  const book = await loadAddressBook(module, chainId, sender);
  return (address) =>
    findStanding(book, address).is === 'imitation'
      ? say('home.imitation')
      : findName(book, address);
}
