import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../test/wallet/openModule';

describe('xnet_getPreferences', () => {
  it('returns language and currency of the wallet, and nothing else of it', async () => {
    const { invoke, dialogs } = openModule();
    expect(await invoke('xnet_getPreferences')).toEqual({ locale: 'en', currency: 'usd' });
    expect(dialogs).toEqual([]);
  });

  it('accepts no params', async () => {
    const { invoke } = openModule();
    await expect(invoke('xnet_getPreferences', { locale: 'de' })).rejects.toMatchObject({
      kind: 'invalidParams',
    });
  });
});
