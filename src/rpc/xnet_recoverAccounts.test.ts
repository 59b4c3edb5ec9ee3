import { describe, expect, it } from '@jest/globals';
import { startTrialNode } from '../../test/chain/trialNode';
import vectors from '../../test/vectors/accounts.json';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';

describe('xnet_recoverAccounts', () => {
  // @row xnet_recoverAccounts.records dapp.scan
  it('scans one index by default and lists one that has nothing, as the account record has it', async () => {
    const node = await startTrialNode();
    node.says.balance = 0n;
    try {
      const { invoke } = openModule({ sepoliaUrl: node.url });
      const recordOf = ({
        addressIndex,
        argent040,
        publicKey,
      }: (typeof vectors.accounts)[number]) => ({
        address: argent040,
        addressIndex,
        publicKey,
        addressSalt: publicKey,
        deployTxnHash: null,
        derivationPath: `m/44'/9004'/0'/0/${addressIndex}`,
        chainId: chainIds.sepolia,
      });
      const [first, second] = vectors.accounts.map(recordOf);
      expect(await invoke('xnet_recoverAccounts')).toMatchObject([first ?? {}]);
      const scan = (params: object) =>
        invoke('xnet_recoverAccounts', { startScanIndex: second?.addressIndex, ...params });
      expect(await scan({ maxScanned: 3 })).toMatchObject([second ?? {}]);
      expect(await scan({ maxMissed: 3 })).toMatchObject([second ?? {}]);
    } finally {
      await node.stop();
    }
  });

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

  it('fails if no node answers, since an account could be hidden otherwise', async () => {
    const { invoke, dialogs, module } = openModule();
    await expect(invoke('xnet_recoverAccounts')).rejects.toMatchObject({ kind: 'nodeUnavailable' });
    expect(dialogs).toHaveLength(1);
    expect(await module.accounts.list(chainIds.sepolia)).toEqual([]);
  });
});
