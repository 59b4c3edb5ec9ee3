import { describe, expect, it } from '@jest/globals';
import vectors from '../../test/vectors/accounts.json';
import { openModule } from '../../test/wallet/openModule';

const [first, second] = vectors.accounts;
const OTHER = 'https://other.example';

describe('xnet_getCurrentAccount', () => {
  it('returns the first account until the user chooses another', async () => {
    const { invoke, dialogs } = openModule();
    for (const addressIndex of [0, 1]) await invoke('xnet_createAccount', { addressIndex });
    dialogs.length = 0;
    expect(await invoke('xnet_getCurrentAccount')).toMatchObject({ address: first?.argent040 });
    expect(dialogs).toEqual([]);
    await invoke('xnet_switchAccount', { address: second?.argent040 });
    expect(await invoke('starkNet_getCurrentAccount')).toMatchObject({
      address: second?.argent040,
      accountName: 'Account 2',
    });
  });

  it('asks which accounts another site may see, once, and stays with those', async () => {
    const { invoke, dialogs } = openModule({ choose: ([one]) => (one ? [one] : []) });
    for (const addressIndex of [0, 1]) await invoke('xnet_createAccount', { addressIndex });
    await invoke('xnet_switchAccount', { address: second?.argent040 });
    dialogs.length = 0;
    for (let count = 0; count < 2; count += 1)
      expect(await invoke('xnet_getCurrentAccount', {}, OTHER)).toMatchObject({
        address: first?.argent040,
      });
    expect(dialogs).toHaveLength(1);
  });

  it('rejects when the user shows no account', async () => {
    const { invoke } = openModule({ choose: () => [] });
    await invoke('xnet_createAccount', {});
    await expect(invoke('xnet_getCurrentAccount', {}, OTHER)).rejects.toMatchObject({
      kind: 'userRejected',
    });
  });

  it('returns another account when the current one was hidden', async () => {
    const { invoke } = openModule({ companions: [OTHER] });
    for (const addressIndex of [0, 1]) await invoke('xnet_createAccount', { addressIndex });
    const { address } = await invoke('xnet_getCurrentAccount');
    await invoke('xnet_toggleAccountVisibility', { address, visibility: false }, OTHER);
    expect(await invoke('xnet_getCurrentAccount')).toMatchObject({ address: second?.argent040 });
  });

  it('fails without a question if there is no account, and for another network', async () => {
    const { invoke, dialogs } = openModule();
    await expect(invoke('xnet_getCurrentAccount')).rejects.toMatchObject({
      kind: 'unknownAccount',
    });
    await expect(invoke('xnet_getCurrentAccount', { chainId: '0x1' })).rejects.toMatchObject({
      kind: 'unsupportedChain',
    });
    await expect(invoke('xnet_getCurrentAccount', { chainId: 1 })).rejects.toMatchObject({
      kind: 'invalidParams',
    });
    expect(dialogs).toEqual([]);
  });
});
