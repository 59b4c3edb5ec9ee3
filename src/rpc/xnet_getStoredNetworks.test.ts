import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';

describe('xnet_getStoredNetworks', () => {
  it('lists both networks without a question, and none of the nodes that the user has set', async () => {
    const { invoke, module, dialogs } = openModule();
    await module.settings.nodes.choose(chainIds.mainnet, [{ url: 'https://node.example/key' }]);
    expect(await invoke('xnet_getStoredNetworks')).toEqual([
      { name: 'Mainnet', chainId: chainIds.mainnet },
      { name: 'Testnet (Sepolia)', chainId: chainIds.sepolia },
    ]);
    expect(dialogs).toEqual([]);
  });

  it('accepts no params', async () => {
    const { invoke } = openModule();
    await expect(
      invoke('xnet_getStoredNetworks', { chainId: chainIds.mainnet }),
    ).rejects.toMatchObject({ kind: 'invalidParams' });
  });
});
