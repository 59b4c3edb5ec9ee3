import { describe, expect, it } from '@jest/globals';
import { networkDefinitions } from '../../../src/networks/networks';
import { concernsRealMoney } from './knownPhrase';

const requestOf = (chainId?: string) => ({
  moduleId: 'npm:@xnet/module',
  request: { method: 'xnet_getState', params: { chainId } },
});

describe('concernsRealMoney', () => {
  it.each(Object.values(networkDefinitions))(
    'says of $name whether money is real there',
    (network) => {
      const { id, isTest } = network;
      const name = Buffer.from(id.slice(2), 'hex').toString();
      for (const chainId of [id, id.toUpperCase().replace('0X', '0x'), name, `starknet:${name}`])
        expect([chainId, concernsRealMoney(requestOf(chainId))]).toEqual([chainId, !isTest]);
    },
  );

  it('says no of a request without a network, which means Sepolia', () => {
    expect(concernsRealMoney(requestOf())).toBe(false);
  });
});
