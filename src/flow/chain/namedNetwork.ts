import type { Module } from '../../module';
import {
  chainIds,
  type NamedNetwork,
  type Network,
  networkOf,
  networks,
} from '../../schema/primitives';

type NetworkState = Pick<Module, 'localChain' | 'settings'>;

/**
 * A network by the name that people are shown: "Local chain" while the chain on this machine that
 * the build names is read under Sepolia's chain id. Mainnet keeps its name wherever it is read: what
 * is signed for its chain id is good for real money.
 */
export async function namedNetwork(
  module: NetworkState,
  chainId: string,
): Promise<NamedNetwork | undefined> {
  const network = networkOf(chainId);
  return network && named(module, network);
}

export const namedNetworks = (module: NetworkState): Promise<NamedNetwork[]> =>
  Promise.all(networks.map((network) => named(module, network)));

async function named(module: NetworkState, network: Network): Promise<NamedNetwork> {
  const { chainId } = network;
  if (chainId === chainIds.mainnet || !module.localChain(chainId)) return network;
  const own = (await module.settings.nodes.shown())[chainId];
  return own?.length ? network : { name: { say: 'review.localChain' }, chainId };
}
