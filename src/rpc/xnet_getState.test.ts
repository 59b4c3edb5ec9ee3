import { describe, expect, it } from '@jest/globals';
import manifest from '../../package.json';
import vectors from '../../test/vectors/accounts.json';
import { HTTP, openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';

const [first, second] = vectors.accounts;
const OTHER = 'https://other.example';

describe('xnet_getState', () => {
  it('returns network and versions alone to a site without a grant', async () => {
    const { invoke, dialogs } = openModule();
    await invoke('xnet_createAccount', {}, OTHER);
    dialogs.length = 0;
    expect(await invoke('xnet_getState')).toEqual({
      network: { name: 'Testnet (Sepolia)', chainId: chainIds.sepolia },
      currentAccount: null,
      accounts: [],
      apiVersions: [
        '0.7',
        '0.8',
        '0.9',
        '0.10',
        '0.8.0',
        '0.8.1',
        '0.9.0',
        '0.10.0',
        '0.10.1',
        '0.10.2',
        '0.10.3',
        '0.10.4',
      ],
      specVersions: ['0.9', '0.10'],
      moduleVersion: manifest.version,
    });
    expect(dialogs).toEqual([]);
  });

  it('returns what was granted, without a dialog and without a node, however often', async () => {
    const crossed: string[] = [];
    const { invoke, dialogs } = openModule({
      border: ({ method }, cross) => {
        crossed.push(method);
        return cross();
      },
    });
    for (const addressIndex of [0, 1]) await invoke('xnet_createAccount', { addressIndex });
    await invoke('xnet_createAccount', { addressIndex: 2 }, OTHER);
    dialogs.length = crossed.length = 0;
    for (let polls = 0; polls < 3; polls += 1) {
      const { accounts, currentAccount } = await invoke('xnet_getState');
      expect(accounts).toMatchObject([
        { address: first?.argent040 },
        { address: second?.argent040 },
      ]);
      expect(currentAccount).toBe(first?.argent040);
    }
    expect(dialogs).toEqual([]);
    expect(crossed).not.toContain(HTTP);
    expect(crossed).not.toContain('snap_getBip32Entropy');
  });

  it('follows the account and the network that the user has chosen', async () => {
    const { invoke } = openModule();
    for (const addressIndex of [0, 1]) await invoke('xnet_createAccount', { addressIndex });
    await invoke('xnet_switchAccount', { address: second?.argent040 });
    expect(await invoke('xnet_getState')).toMatchObject({ currentAccount: second?.argent040 });
    await invoke('xnet_switchNetwork', { chainId: chainIds.mainnet });
    expect((await invoke('xnet_getState')).network.chainId).toBe(chainIds.mainnet);
  });

  it('leaves out what the user has hidden, and takes no params', async () => {
    const { invoke, module } = openModule({ companions: [OTHER] });
    await invoke('xnet_createAccount', {});
    await module.accounts.change(chainIds.sepolia, first?.argent040 ?? '', (account) => ({
      ...account,
      hidden: true,
    }));
    expect(await invoke('xnet_getState')).toMatchObject({ accounts: [], currentAccount: null });
    await expect(invoke('xnet_getState', { chainId: 'SN_MAIN' })).rejects.toMatchObject({
      kind: 'invalidParams',
    });
  });
});
