import type { Endpoint } from '@xnet/clients/transport/endpoint';
import { byNetwork } from '../../networks/networks';
import type { ChainId } from '../../schema/primitives';

/** The public keyless nodes of each network. */
export const defaultEndpoints: Readonly<Record<ChainId, readonly Endpoint[]>> = byNetwork(
  ({ endpoints }) => endpoints.map((url) => ({ url })),
);

/** Endpoints from a comma-separated list of URLs; none if the text is empty or absent. */
export function endpointsFromEnvironment(text: string | undefined): readonly Endpoint[] {
  const urls = (text ?? '').split(',').map((url) => url.trim());
  return [...new Set(urls)].filter((url) => url !== '').map((url) => ({ url }));
}
