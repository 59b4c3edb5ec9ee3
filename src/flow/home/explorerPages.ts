import { networkDefinitions } from '../../networks/networks';
import type { NamedNetwork } from '../../schema/primitives';

/** Page of a transaction or account; null on a local chain, whose name is a text of ours. */
export const explorerPage = (
  { chainId, name }: NamedNetwork,
  kind: 'tx' | 'contract',
  about: string,
): string | null => {
  if (typeof name === 'string') return `${networkDefinitions[chainId].explorer}/${kind}/${about}`;
  return null;
};
