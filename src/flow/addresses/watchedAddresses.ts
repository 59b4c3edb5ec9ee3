import type { State } from '../../module';
import { type ChainId, sameFelt } from '../../schema/primitives';
import type { WatchedAddress } from '../../state/watchedAddresses';

/** The watched addresses of a network, without those that are own accounts by now. */
export async function listWatched(
  module: State,
  chainId: ChainId,
  accounts: readonly { readonly address: string }[],
): Promise<WatchedAddress[]> {
  const list = await module.watchedAddresses.list(chainId);
  return list.filter(({ address }) => !isIn(accounts, address));
}

/** Forgets watched addresses that are own accounts by now: they are in no list, and take room. */
export async function forgetOwnWatched(
  module: State,
  chainId: ChainId,
  accounts: readonly { readonly address: string }[],
): Promise<void> {
  for (const { address } of await module.watchedAddresses.list(chainId))
    if (isIn(accounts, address)) await module.watchedAddresses.forget(chainId, address);
}

const isIn = (accounts: readonly { readonly address: string }[], wanted: string): boolean =>
  accounts.some(({ address }) => sameFelt(address, wanted));
