import { describe, expect, it } from '@jest/globals';
import { errorKinds } from '@xnet/clients/errors';
import { networks } from '../../dapp/src/chain/networks';
import { usages } from '../../scripts/setup/usages.mjs';
import { networkDefinitions, networkIds } from '../../src/networks/networks';

describe('the usage of the build', () => {
  it('names the variable of each network, under which an operator gives other nodes', () => {
    for (const { endpointsVariable } of Object.values(networkDefinitions))
      expect(usages['scripts/build/build.ts']).toContain(endpointsVariable);
    const variables = Object.values(networkDefinitions).map((one) => one.endpointsVariable);
    expect(new Set(variables).size).toBe(networkIds.length);
  });
});

/** The dapp and the table of errors have lists of their own. */
describe('networkIds', () => {
  it('lists the networks that the dapp offers', () => {
    expect(networks.map(({ chainId }) => chainId).sort()).toEqual([...networkIds].sort());
  });

  it('lists the networks that the error for another network names', () => {
    for (const id of networkIds) expect(errorKinds.unsupportedChain.hint).toContain(id);
  });
});
