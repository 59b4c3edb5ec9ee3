import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../test/wallet/openModule';

const OTHER = 'https://other.example';

describe('xnet_revokeGrants', () => {
  it('gives back what the site that calls was granted, and nothing of another one', async () => {
    const { invoke, dialogs } = openModule();
    await invoke('xnet_createAccount', {});
    await invoke('xnet_createAccount', {}, OTHER);
    dialogs.length = 0;
    expect(await invoke('xnet_revokeGrants')).toBeNull();
    expect(await invoke('xnet_getState')).toMatchObject({ accounts: [], currentAccount: null });
    expect((await invoke('xnet_getState', {}, OTHER)).accounts).toHaveLength(1);
    expect(dialogs).toEqual([]);
    // It has to ask again, like a site that was never here.
    await invoke('xnet_listAccounts');
    expect(dialogs).toHaveLength(1);
  });

  it('succeeds if nothing was granted, and accepts no params', async () => {
    const { invoke } = openModule();
    expect(await invoke('starkNet_revokeGrants')).toBeNull();
    await expect(invoke('xnet_revokeGrants', { origin: OTHER })).rejects.toMatchObject({
      kind: 'invalidParams',
    });
  });
});
