import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';

describe('xnet_recoverAccounts', () => {
  it.each([
    ['startScanIndex', -1],
    ['startScanIndex', 2 ** 31],
    ['maxScanned', 0],
    ['maxScanned', 1.5],
    ['maxMissed', -1],
    ['maxMissed', 'all'],
  ])('refuses %s %p', async (name, value) => {
    const { invoke } = openModule();
    await expect(invoke('xnet_recoverAccounts', { [name]: value })).rejects.toMatchObject({
      kind: 'invalidParams',
      data: { path: name },
    });
  });

  it('fails where no node answers, since an account could be hidden otherwise', async () => {
    const { invoke, dialogs, module } = openModule();
    await expect(invoke('xnet_recoverAccounts')).rejects.toMatchObject({ kind: 'nodeUnavailable' });
    expect(dialogs).toEqual([]);
    expect(await module.accounts.list(chainIds.sepolia)).toEqual([]);
  });
});
