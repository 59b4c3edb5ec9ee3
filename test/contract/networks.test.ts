import { describe, expect, it } from '@jest/globals';
import { errorKinds } from '@xnet/clients/errors';
import { chains } from '../../connect/src/provider';
import { networks } from '../../dapp/src/chain/networks';
import { usages } from '../../scripts/setup/usages.mjs';
import { networkDefinitions, networkIds } from '../../src/networks/networks';
import { chainName } from '../../src/schema/primitives';

describe('the usage of the build', () => {
  it('names the variable of each network, under which an operator gives other nodes', () => {
    for (const { endpointsVariable } of Object.values(networkDefinitions))
      expect(usages['scripts/build/build.ts']).toContain(endpointsVariable);
    const variables = Object.values(networkDefinitions).map((one) => one.endpointsVariable);
    expect(new Set(variables).size).toBe(networkIds.length);
  });
});

/** Connector and dapp import nothing of the module, so each has a list of its own. */
describe('networkIds', () => {
  it('lists the networks of the connector, each under its name', () => {
    expect(chains).toEqual(Object.fromEntries(networkIds.map((id) => [chainName(id), id])));
  });

  it('lists the networks that the dapp offers', () => {
    expect(networks.map(({ chainId }) => chainId).sort()).toEqual([...networkIds].sort());
  });

  it('lists the networks that the error for another network names', () => {
    for (const id of networkIds) expect(errorKinds.unsupportedChain.hint).toContain(id);
  });
});
