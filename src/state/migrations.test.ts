import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';

describe('migrations', () => {
  it('keep the accounts of a state that knew one class of each', async () => {
    const first = openModule();
    await first.invoke('xnet_createAccount', { addressIndex: 3 });
    const [account] = await first.module.accounts.list(chainIds.sepolia);
    const { addressClass, ...old } = account ?? {};
    expect(addressClass).toBe('argent040');

    const plain = { version: 1, accounts: { [chainIds.sepolia]: [old] } };
    const second = openModule({ stored: { plain } });
    expect(await second.module.accounts.list(chainIds.sepolia)).toEqual([account]);
    expect(second.state.plain.version).toBe(2);
    expect(second.state.plain.accounts).not.toHaveProperty(chainIds.mainnet);
  });
});
