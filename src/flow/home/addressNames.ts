import type { State } from '../../module';
import { type ChainId, sameFelt } from '../../schema/primitives';
import { listedName } from '../../starknet/meaning/knownContracts';
import { accountName } from '../../ui/review/facts';
import type { Label } from '../../ui/text/words';

/** Names of addresses: of the user's accounts, of saved recipients, of listed contracts. */
export async function loadAddressNames(
  module: State,
  chainId: ChainId,
): Promise<(address: string) => Label | undefined> {
  const [accounts, recipients] = await Promise.all([
    module.accounts.list(chainId),
    module.recipients.list(chainId),
  ]);
  return (address) => {
    const isIt = (one: { address: string }) => sameFelt(one.address, address);
    const own = accounts.find(isIt);
    return own ? accountName(own) : (recipients.find(isIt)?.name ?? listedName(address, chainId));
  };
}
