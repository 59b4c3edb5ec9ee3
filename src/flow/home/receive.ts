import { namedNetwork } from '../chain/namedNetwork';
import { createAccountFacts } from './accounts';
import type { Part } from './part';

/** The address of an account: that of the button, else the current one. */
export const receivePart: Part<'receive'> = {
  async facts(module, { chainId, about }) {
    const facts = await createAccountFacts(module, chainId, about);
    if (!facts) return undefined;
    const { name, address, isDeployed, obstacle } = facts;
    const network = (await namedNetwork(module, chainId))?.name ?? chainId;
    return { name, address, isDeployed, obstacle, network };
  },
};
