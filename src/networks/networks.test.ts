import { describe, expect, it } from '@jest/globals';
import { byNetwork, networkDefinitions } from './networks';

const PADDED = /^0x[0-9a-f]{64}$/u;

describe('byNetwork', () => {
  it('reads one value of each network, by chain id', () => {
    expect(byNetwork(({ name }) => name)).toEqual({
      '0x534e5f4d41494e': 'Mainnet',
      '0x534e5f5345504f4c4941': 'Testnet (Sepolia)',
    });
  });
});

describe('networkDefinitions', () => {
  it.each(Object.values(networkDefinitions))(
    'spells what contracts $name has in 64 digits',
    (network) => {
      const tokens = Object.values(network.tokens);
      for (const address of [network.oracle, network.naming, ...tokens.map((one) => one.address)])
        expect(address).toMatch(PADDED);
      expect(new Set(tokens.map(({ address }) => address)).size).toBe(tokens.length);
      expect(new Set(tokens.map(({ symbol }) => symbol)).size).toBe(tokens.length);
    },
  );

  it.each(Object.values(networkDefinitions))('asks nobody of $name without TLS', (network) => {
    for (const url of [...network.endpoints, network.explorer, network.voyager, network.prices])
      expect(url).toMatch(/^https:\/\/[a-z0-9.-]+(?:\/[\w./-]*)?$/u);
  });
});
