import { loadOwnAccounts } from '../addresses/addressBook';
import { namedNetwork } from '../chain/namedNetwork';
import { createAccountFacts } from './accounts';
import type { Part } from './part';

/** The address of an account: that of the button, else the current one. */
export const receivePart: Part<'receive'> = {
  async facts(module, { chainId, about }) {
    const facts = await createAccountFacts(module, chainId, about);
    if (!facts) return undefined;
    const { name, address, isDeployed } = facts;
    const ownAccount = await loadOwnAccounts(module, chainId, [address]);
    const obstacle = ownAccount.find((one) => one.address === address)?.obstacle;
    const network = (await namedNetwork(module, chainId))?.name ?? chainId;
    return { name, address, isDeployed, obstacle, network };
  },
};
