import type { Module } from '../../../module';
import type { Notice } from '../../../ui/home/notice';
import { namedNetwork } from '../../chain/namedNetwork';
import { notTaken, readAddress, reasonOf, saved } from './notice';

/** Uses the user's own node for a network, if it answers and serves that network. */
export async function useOwnNode(module: Module, chainId: string, typed: string): Promise<Notice> {
  const network = await namedNetwork(module, chainId);
  const url = readAddress(typed);
  if (!network || url === undefined)
    return notTaken('home.noNodeAddress', { say: 'home.addressRule' });
  try {
    await module.checkEndpoint(network.chainId, { url });
  } catch (error) {
    return notTaken('home.nodeNotTaken', reasonOf(error));
  }
  await module.settings.chooseEndpoints(network.chainId, [{ url }]);
  return saved('home.nodeSaved', { network: network.name });
}

export async function usePublicNodes(module: Module, chainId: string): Promise<Notice | undefined> {
  const network = await namedNetwork(module, chainId);
  if (!network) return undefined;
  await module.settings.chooseEndpoints(network.chainId, []);
  return saved('home.nodeGone', { network: network.name });
}
