import type { Endpoint } from '@xnet/clients/transport/endpoint';
import { byNetwork } from '../../networks/networks';
import type { ChainId } from '../../schema/primitives';

/** The public keyless nodes of each network. */
export const defaultEndpoints: Readonly<Record<ChainId, readonly Endpoint[]>> = byNetwork(
  ({ endpoints }) => endpoints.map((url) => ({ url })),
);

/** A build's endpoints: from JSON with the URLs of each network, separated by commas, by chain id. */
export function endpointsFromEnvironment(
  text: string | undefined,
): Readonly<Record<ChainId, readonly Endpoint[]>> {
  const addresses: Readonly<Record<string, string>> = JSON.parse(text || '{}');
  return byNetwork(({ id }) => {
    const urls = (addresses[id] ?? '').split(',').map((url) => url.trim());
    return [...new Set(urls)].filter((url) => url !== '').map((url) => ({ url }));
  });
}
