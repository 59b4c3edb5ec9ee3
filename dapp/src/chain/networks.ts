import type { State } from '@xnet/connect';
import type { LocalChain } from '../config';

/** What chains the module serves, by their ids. */
export type ChainId = State['network']['chainId'];

/** Where a request names no network, this is meant. */
export const sepolia = '0x534e5f5345504f4c4941';
export const mainnet = '0x534e5f4d41494e';

export const networks = [
  { name: 'Sepolia', chainId: sepolia },
  { name: 'Mainnet', chainId: mainnet },
] as const;

/** What a network is called here: one that a chain on this machine plays is that chain. */
export function networkName(chainId: string, localChain: LocalChain | null): string {
  if (localChain?.chainId === chainId) return 'Local chain';
  return networks.find((network) => network.chainId === chainId)?.name ?? chainId;
}

/** `127.0.0.1:3913`, where a local chain answers. */
export const endpointOf = ({ url }: LocalChain): string => new URL(url).host;
