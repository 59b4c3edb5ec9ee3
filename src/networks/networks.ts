import { mainnet } from './mainnet';
import type { NetworkDefinition } from './network';
import { sepolia } from './sepolia';

/**
 * Every network of the module. The connector's list is generated; the dapp's and an error's hint are
 * compared with this one by `test/contract/networks.test.ts`.
 */
const definitions = [mainnet, sepolia] as const;

export type NetworkId = (typeof definitions)[number]['id'];
export const networkIds: readonly NetworkId[] = definitions.map(({ id }) => id);
export type SupportedNetwork = NetworkDefinition & { readonly id: NetworkId };

/** Values of one kind, a network each, by chain id. */
export const byNetwork = <T>(
  read: (network: SupportedNetwork) => T,
): Readonly<Record<NetworkId, T>> =>
  // The keys are the ids of all networks.
  Object.fromEntries(definitions.map((one) => [one.id, read(one)])) as Record<NetworkId, T>;

export const networkDefinitions = byNetwork((network) => network);
