import { describe, expect, it } from '@jest/globals';
import vectors from '../../test/vectors/accounts.json';
import { openModule } from '../../test/wallet/openModule';
import { storedAccounts } from '../../test/wallet/storedAccounts';
import type { StoredAccount } from '../schema/account';
import { chainIds } from '../schema/primitives';

const [first, second] = vectors.accounts;

describe('xnet_addAccount', () => {
  it('adds the accounts of the next indexes, each after a dialog with its address and name', async () => {
    const { invoke, dialogs } = openModule();
    expect(await invoke('xnet_addAccount')).toEqual({
      address: first?.argent040,
      addressIndex: 0,
      publicKey: first?.publicKey,
      addressSalt: first?.publicKey,
      deployTxnHash: null,
      derivationPath: "m/44'/9004'/0'/0/0",
      chainId: chainIds.sepolia,
      accountName: 'Account 1',
      accountClass: 'argent040',
      visibility: true,
      isDeployed: false,
      deployRequired: false,
      upgradeRequired: false,
    });
    const named = await invoke('starkNet_addAccount', { accountName: 'Savings' });
    expect(named).toMatchObject({ address: second?.argent040, accountName: 'Savings' });
    expect(dialogs).toHaveLength(2);
    const shown = JSON.stringify(dialogs[1]);
    expect(shown.replaceAll(' ', '')).toContain(second?.argent040);
    expect(shown).toContain('Savings');
    const listed = await invoke('xnet_listAccounts');
    expect(listed.map(({ accountName }: { accountName: string }) => accountName)).toEqual([
      'Account 1',
      'Savings',
    ]);
  });

  it('fills a gap, and counts each network for itself', async () => {
    const { invoke } = openModule();
    for (const addressIndex of [0, 2]) await invoke('xnet_createAccount', { addressIndex });
    expect(await invoke('xnet_addAccount')).toMatchObject({ addressIndex: 1 });
    expect(await invoke('xnet_addAccount', { chainId: 'SN_MAIN' })).toMatchObject({
      addressIndex: 0,
      chainId: chainIds.mainnet,
    });
  });

  it('adds an account for each of two requests at once, as the dialog of each said', async () => {
    const { invoke, dialogs, module } = openModule();
    const added = await Promise.all([
      invoke('xnet_addAccount', { accountName: 'One' }),
      invoke('xnet_addAccount', { accountName: 'Two' }),
    ]);
    expect(added).toMatchObject([
      { address: first?.argent040, accountName: 'One', addressIndex: 0 },
      { accountName: 'Two', addressIndex: 1 },
    ]);
    expect(dialogs).toHaveLength(2);
    expect(await module.accounts.list(chainIds.sepolia)).toHaveLength(2);
  });

  it('leaves an account as it is that came to be while the dialog was open', async () => {
    const opened = openModule({
      async user(dialog) {
        if (!JSON.stringify(dialog).includes('Late')) return true;
        const [found] = storedAccounts(chainIds.sepolia, 1) as [StoredAccount];
        await opened.module.accounts.keepFound(found.chainId, [
          { ...found, deployment: 'deployed' },
        ]);
        return true;
      },
    });
    const late = await opened.invoke('xnet_addAccount', { accountName: 'Late' });
    expect(late).toMatchObject({ address: first?.argent040, accountName: 'Account 1' });
    const kept = await opened.module.accounts.get(chainIds.sepolia, late.address);
    expect(kept).toMatchObject({ deployment: 'deployed', name: 'Account 1' });
  });

  it('adds nothing when the user declines', async () => {
    const { invoke, module } = openModule({ user: () => false });
    await expect(invoke('xnet_addAccount')).rejects.toMatchObject({ kind: 'userRejected' });
    expect(await module.accounts.list(chainIds.sepolia)).toEqual([]);
  });

  it.each([
    [{ accountName: '' }, 'invalidParams'],
    [{ accountName: ' ' }, 'invalidParams'],
    [{ accountName: 'x'.repeat(33) }, 'invalidParams'],
    [{ accountName: 7 }, 'invalidParams'],
    [{ addressIndex: 5 }, 'invalidParams'],
    [{ chainId: '0x1' }, 'unsupportedChain'],
  ])('refuses %p', async (params, kind) => {
    const { invoke, dialogs } = openModule();
    await expect(invoke('xnet_addAccount', params)).rejects.toMatchObject({ kind });
    expect(dialogs).toEqual([]);
  });
});
