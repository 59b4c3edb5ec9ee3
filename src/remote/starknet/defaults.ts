import type { Endpoint } from '@xnet/clients/transport/endpoint';
import { type ChainId, chainIds } from '../../schema/primitives';

/**
 * Public keyless endpoints, tried in this order; the path pins the version of the node API if the
 * provider offers that. The first one is known to support batches and preflights.
 */
export const defaultEndpoints: Readonly<Record<ChainId, readonly Endpoint[]>> = {
  [chainIds.mainnet]: [
    { url: 'https://api.cartridge.gg/x/starknet/mainnet/rpc/v0_10' },
    { url: 'https://api.zan.top/public/starknet-mainnet/rpc/v0_10' },
    { url: 'https://starknet-rpc.publicnode.com' },
    { url: 'https://api.zan.top/public/starknet-mainnet/rpc/v0_9' },
  ],
  [chainIds.sepolia]: [
    { url: 'https://api.cartridge.gg/x/starknet/sepolia/rpc/v0_10' },
    { url: 'https://api.zan.top/public/starknet-sepolia/rpc/v0_10' },
    { url: 'https://starknet-sepolia-rpc.publicnode.com' },
    { url: 'https://api.zan.top/public/starknet-sepolia/rpc/v0_9' },
  ],
};

/** Endpoints from a comma-separated list of URLs; none if the text is empty or absent. */
export function endpointsFromEnvironment(text: string | undefined): readonly Endpoint[] {
  const urls = (text ?? '').split(',').map((url) => url.trim());
  return [...new Set(urls)].filter((url) => url !== '').map((url) => ({ url }));
}
