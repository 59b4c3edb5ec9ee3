import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../test/wallet/openModule';
import { openPage } from '../../test/wallet/openPage';
import { storedAccounts } from '../../test/wallet/storedAccounts';
import { createStoredAccount } from '../flow/accounts/account';
import { firstView } from '../flow/home/body';
import type { StoredAccount } from '../schema/account';
import { defaultName } from '../schema/accountClass';
import { chainIds } from '../schema/primitives';
import { mainParts } from '../ui/home/main';

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
    expect(shown).toContain('Local chain → Mainnet');
    expect(shown).toContain('https://dapp.example');
  });

  it('moves neither other sites nor the page, whose switch moves no site', async () => {
    const [first, second] = ['https://dapp.example', 'https://other.example'];
    const page = openPage();
    const all = async () => [
      (await page.invoke('xnet_getCurrentNetwork', {}, first)).chainId,
      (await page.invoke('xnet_getCurrentNetwork', {}, second)).chainId,
      (await firstView(page.module)).chainId,
    ];
    await page.invoke('xnet_switchNetwork', { chainId: mainnet }, first);
    expect(await all()).toEqual([mainnet, sepolia, sepolia]);
    expect(page.dialogs.map((dialog) => JSON.stringify(dialog)).join()).toContain(
      'Other sites and your own page stay on their networks.',
    );
    await page.press(mainParts.networks);
    await page.fillIn(mainParts.network, mainnet);
    await page.invoke('xnet_switchNetwork', { chainId: sepolia }, first);
    expect(await all()).toEqual([sepolia, sepolia, mainnet]);
  });

  it('forgets the network of a site whose access ends', async () => {
    const opened = openModule();
    await opened.invoke('xnet_switchNetwork', { chainId: mainnet });
    await opened.invoke('xnet_revokeGrants');
    expect(await current(opened)).toBe(sepolia);
  });

  it.each([
    sepolia,
    'SN_SEPOLIA',
    'sn_sepolia',
    '0x534E5F5345504F4C4941',
    `0x00${sepolia.slice(2)}`,
  ])('returns true without a dialog for the current network %s', async (chainId) => {
    const { invoke, dialogs } = openModule();
    expect(await invoke('starkNet_switchNetwork', { chainId })).toBe(true);
    expect(dialogs).toEqual([]);
  });

  it.each(['0x1', '0x534e5f474f45524c49', 'SN_GOERLI', 'toString', ''])(
    'returns false without a dialog for the unknown network %p',
    async (chainId) => {
      const opened = openModule();
      expect(await opened.invoke('xnet_switchNetwork', { chainId })).toBe(false);
      expect(opened.dialogs).toEqual([]);
      expect(await current(opened)).toBe(sepolia);
    },
  );

  it('asks once if a site asks twice at a time', async () => {
    const { invoke, dialogs } = openModule();
    const asked = [1, 2].map(() => invoke('xnet_switchNetwork', { chainId: mainnet }));
    expect(await Promise.all(asked)).toEqual([true, true]);
    expect(dialogs).toHaveLength(1);
  });

  it('returns false when the user declines, and changes nothing', async () => {
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

  it('distinguishes refused from unknown by its older name', async () => {
    const opened = openModule({ user: () => false });
    const answer = (chainId: string) => opened.invoke('starkNet_switchNetwork', { chainId });
    await expect(answer(mainnet)).rejects.toMatchObject({ kind: 'userRejected' });
    await expect(answer('0x1')).rejects.toMatchObject({ kind: 'unsupportedChain' });
    expect(await current(opened)).toBe(sepolia);
    expect(opened.dialogs).toHaveLength(1);
  });

  it('keeps a site connected: the accounts that it sees are those of the new network, too', async () => {
    const { invoke, dialogs } = openModule();
    for (const addressIndex of [0, 1]) await invoke('xnet_createAccount', { addressIndex });
    const [, second] = await invoke('xnet_listAccounts');
    await invoke('xnet_switchAccount', { address: second.address });
    const before = await invoke('xnet_getState');
    await invoke('xnet_switchNetwork', { chainId: mainnet });
    const after = await invoke('xnet_getState');
    const addresses = ({ accounts }: { accounts: { address: string }[] }) =>
      accounts.map(({ address }) => address);
    expect(after.network.chainId).toBe(mainnet);
    expect(addresses(after)).toEqual(addresses(before));
    expect(addresses(after)).toHaveLength(2);
    expect(after.currentAccount).toBe(second.address);
    expect(after.accounts[0]).toMatchObject({ chainId: mainnet, isDeployed: false });
    expect(dialogs).toHaveLength(4);
  });

  it('identifies an account by its class on the new network, not by an upgrade', async () => {
    const [account] = storedAccounts(sepolia, 1);
    const upgraded = { addressClass: 'openZeppelin100', accountClass: 'argent040' } as const;
    const made = createStoredAccount({
      ...account,
      ...upgraded,
      chainId: sepolia,
    } as StoredAccount);
    const kept = { ...made, ...upgraded, name: defaultName(0, 'argent040') };
    const { address } = made;
    const { module, invoke } = openModule();
    await module.accounts.keepFound(sepolia, [kept]);
    await module.grants.add('https://dapp.example', [{ chainId: sepolia, address }]);
    await invoke('xnet_switchNetwork', { chainId: mainnet });
    expect(await module.accounts.get(mainnet, address)).toMatchObject({
      accountClass: 'openZeppelin100',
      name: 'Account 1, OpenZeppelin 1.0.0',
    });
  });

  it('makes no account on the new network that the site does not see', async () => {
    const { invoke, module } = openModule();
    await invoke('xnet_createAccount', {}, 'https://other.example');
    await invoke('xnet_switchNetwork', { chainId: mainnet });
    expect(await module.accounts.list(mainnet)).toEqual([]);
  });

  it('fails, instead of returning false, if the site may open no dialog', async () => {
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
