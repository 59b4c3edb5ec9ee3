import type { Module } from '../../../module';
import type { ChainId, NamedNetwork } from '../../../schema/primitives';
import type { Notice } from '../../../ui/home/notice';
import type { TextName } from '../../../ui/text/words';
import { namedNetwork } from '../../chain/namedNetwork';
import { failureWords, notTaken, parseUrl, saved } from './notice';

/** Uses the user's own node for a network, if it answers and serves that network. */
export async function useOwnNode(module: Module, chainId: string, typed: string): Promise<Notice> {
  const network = await namedNetwork(module, chainId);
  const url = parseUrl(typed);
  if (!network || url === undefined)
    return notTaken('home.noNodeAddress', { say: 'home.addressRule' });
  try {
    await module.checkEndpoint(network.chainId, { url });
  } catch (error) {
    return notTaken('home.nodeNotTaken', failureWords(error));
  }
  await chooseNodes(module, network.chainId, [{ url }]);
  return nodeNotice(module, network, 'home.nodeSaved');
}

export async function usePublicNodes(module: Module, chainId: string): Promise<Notice | undefined> {
  const network = await namedNetwork(module, chainId);
  if (!network) return undefined;
  await chooseNodes(module, network.chainId, []);
  return nodeNotice(module, network, 'home.nodeGone');
}

/** What others told of contracts and prices is not believed any more: reviews ask the new ones. */
async function chooseNodes(
  module: Module,
  chainId: ChainId,
  endpoints: { url: string }[],
): Promise<void> {
  await module.settings.chooseEndpoints(chainId, endpoints);
  await module.contracts.forget(chainId);
  await module.gasPrices.forget(chainId);
}

/** The name is read anew: which node is read decides how the network is called. */
const nodeNotice = async (module: Module, before: NamedNetwork, say: TextName): Promise<Notice> =>
  saved(say, { network: ((await namedNetwork(module, before.chainId)) ?? before).name });
