import type { LocalChain } from '../config';
import { type Label, say } from '../texts';

/** Default network of requests that name none. */
export const sepolia = '0x534e5f5345504f4c4941';
export const mainnet = '0x534e5f4d41494e';
/** Ids of the chains that the module serves. */
export type ChainId = typeof sepolia | typeof mainnet;

export const networks = [
  { name: 'Sepolia', chainId: sepolia },
  { name: 'Mainnet', chainId: mainnet },
] as const;

/** Display name; a network that a local chain stands in for is named after that chain. */
export function networkName(chainId: string, localChain: LocalChain | null): Label {
  if (localChain?.chainId === chainId) return say('page.localChain');
  return networks.find((network) => network.chainId === chainId)?.name ?? chainId;
}

/** `127.0.0.1:3913`: host and port of the local chain. */
export const getEndpoint = ({ url }: LocalChain): string => new URL(url).host;
