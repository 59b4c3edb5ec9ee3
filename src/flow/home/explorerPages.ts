import { type ChainId, chainIds, type NamedNetwork } from '../../schema/primitives';

/** Public explorer pages. */
const explorerPages: Record<ChainId, string> = {
  [chainIds.mainnet]: 'https://voyager.online',
  [chainIds.sepolia]: 'https://sepolia.voyager.online',
};

/** Page of a transaction or account; null on a local chain, whose name is a text of ours. */
export const explorerPage = (
  { chainId, name }: NamedNetwork,
  of: 'tx' | 'contract',
  about: string,
): string | null => (typeof name === 'string' ? `${explorerPages[chainId]}/${of}/${about}` : null);
