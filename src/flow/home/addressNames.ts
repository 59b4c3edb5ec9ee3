import type { State } from '../../module';
import type { ChainId } from '../../schema/primitives';
import { type Label, say } from '../../ui/text/words';
import { loadAddressBook, nameIn, standingOf } from '../addresses/addressBook';

/** The names of addresses for an account's pages; that of an imitation says what it is, and stands in its place. */
export async function loadAddressNames(
  module: State,
  chainId: ChainId,
  sender: string,
): Promise<(address: string) => Label | undefined> {
  const book = await loadAddressBook(module, chainId, sender);
  return (address) =>
    standingOf(book, address).is === 'imitation' ? say('home.imitation') : nameIn(book, address);
}
