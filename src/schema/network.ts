import { type Infer, object, string } from '@metamask/superstruct';
import { field } from './field';
import { ChainId, chainIds } from './primitives';

export const Network = object({
  name: field(string(), { description: 'Name of the network.', example: 'Starknet Sepolia' }),
  chainId: field(ChainId, { description: 'Chain id in hex.', example: chainIds.sepolia }),
});
export type Network = Infer<typeof Network>;

/** A network as people read of it: a chain on this machine is none of the public ones. */
export type NamedNetwork = {
  readonly name: string | { readonly say: 'review.localChain' };
  readonly chainId: ChainId;
};

/** The networks that the module serves. */
export const networks: readonly Network[] = [
  { name: 'Starknet Mainnet', chainId: chainIds.mainnet },
  { name: 'Starknet Sepolia', chainId: chainIds.sepolia },
];

export const networkOf = (chainId: string): Network | undefined =>
  networks.find((network) => network.chainId === chainId);
