import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';

const { mainnet, sepolia } = chainIds;
const current = async ({ invoke }: ReturnType<typeof openModule>) =>
  (await invoke('xnet_getCurrentNetwork')).chainId;

describe('xnet_switchNetwork', () => {
  it('switches after a dialog that names both networks and the site', async () => {
    const opened = openModule();
    expect(await opened.invoke('xnet_switchNetwork', { chainId: mainnet })).toBe(true);
    expect(await current(opened)).toBe(mainnet);
    expect(opened.dialogs).toHaveLength(1);
    const shown = JSON.stringify(opened.dialogs[0]);
    expect(shown).toContain('Local chain → Starknet Mainnet');
    expect(shown).toContain('https://dapp.example');
  });

  it.each([
    sepolia,
    'SN_SEPOLIA',
    'sn_sepolia',
    '0x534E5F5345504F4C4941',
    `0x00${sepolia.slice(2)}`,
  ])('is true without a question for %s, which is current', async (chainId) => {
    const { invoke, dialogs } = openModule();
    expect(await invoke('starkNet_switchNetwork', { chainId })).toBe(true);
    expect(dialogs).toEqual([]);
  });

  it.each(['0x1', '0x534e5f474f45524c49', 'SN_GOERLI', 'toString', ''])(
    'is false without a question for %p, which is unknown',
    async (chainId) => {
      const opened = openModule();
      expect(await opened.invoke('xnet_switchNetwork', { chainId })).toBe(false);
      expect(opened.dialogs).toEqual([]);
      expect(await current(opened)).toBe(sepolia);
    },
  );

  it('is false when the user declines, and nothing changes', async () => {
    const opened = openModule({ user: () => false });
    expect(await opened.invoke('xnet_switchNetwork', { chainId: mainnet })).toBe(false);
    expect(await current(opened)).toBe(sepolia);
  });

  it('asks for the companion site, too', async () => {
    const companion = 'https://companion.example';
    const { invoke, dialogs } = openModule({ companions: [companion] });
    await invoke('xnet_switchNetwork', { chainId: mainnet }, companion);
    expect(dialogs).toHaveLength(1);
  });

  it('is an error, not false, where the site may open no dialog', async () => {
    const { invoke, dialogs } = openModule({ user: () => false });
    for (let refusals = 0; refusals < 3; refusals += 1)
      await invoke('xnet_switchNetwork', { chainId: mainnet });
    await expect(invoke('xnet_switchNetwork', { chainId: mainnet })).rejects.toMatchObject({
      kind: 'siteBlocked',
    });
    expect(dialogs).toHaveLength(3);
  });

  it.each([[{}], [{ chainId: 1 }], [{ chainId: null }], [{ chainId: mainnet, silent: true }]])(
    'refuses %p',
    async (params) => {
      const { invoke, dialogs } = openModule();
      await expect(invoke('xnet_switchNetwork', params)).rejects.toMatchObject({
        kind: 'invalidParams',
      });
      expect(dialogs).toEqual([]);
    },
  );
});
