import type { Module } from '../../module';
import { networkDefinitions } from '../../networks/networks';
import { findNetwork, type NamedNetwork, type Network, networks } from '../../schema/primitives';

type NetworkState = Pick<Module, 'localChain' | 'settings'>;

/**
 * A network with its display name: "Local chain" while the build's chain on this machine uses
 * Sepolia's chain id. Mainnet always keeps its name, even if a local node serves it: a signature
 * for its chain id is valid for real money.
 */
export async function namedNetwork(
  module: NetworkState,
  chainId: string,
): Promise<NamedNetwork | undefined> {
  const network = findNetwork(chainId);
  return network && nameNetwork(module, network);
}

export const namedNetworks = (module: NetworkState): Promise<NamedNetwork[]> =>
  Promise.all(networks.map((network) => nameNetwork(module, network)));

async function nameNetwork(module: NetworkState, network: Network): Promise<NamedNetwork> {
  const { chainId } = network;
  if (!networkDefinitions[chainId].isTest || !module.localChain(chainId)) return network;
  const ownNodes = (await module.settings.nodes.shown())[chainId];
  if (ownNodes?.length) return network;
  return { name: { say: 'review.localChain' }, chainId };
}
