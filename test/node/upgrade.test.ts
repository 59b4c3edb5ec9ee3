import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fund, type LocalChain } from '../../scripts/start/localChain';
import { chainIds } from '../../src/schema/primitives';
import { accountClasses, parseVersion } from '../../src/starknet/accounts/classes';
import { startChain } from '../chain/chain';
import vectors from '../vectors/accounts.json';
import { openModule } from '../wallet/openModule';
import { ONE, openAccount, readNonce } from './account';
import { getText } from './readDialog';

const chainId = chainIds.sepolia;
const newest = accountClasses.argent040.classHash;

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain();
}, 180_000);
afterAll(() => chain?.stop());

const upgradeCall = (address: string, calldata: string[]) => ({
  contractAddress: address,
  entrypoint: 'upgrade',
  calldata,
});

describe('an upgrade on chain', () => {
  it('encodes the upgrade as Argent accounts take it: the class it leads to answers', async () => {
    // This node has only Argent 0.4.0. Its own code decodes the request and calls the new class,
    // which refuses to be its own successor.
    const opened = await openAccount(chain.url, { addressIndex: 60 });
    const { dialogs, invoke } = openModule({
      sepoliaUrl: chain.url,
      stored: opened.state,
      user: () => false,
    });
    const refused = (calldata: string[]) =>
      expect(
        invoke('xnet_executeTxn', {
          address: opened.address,
          calls: [upgradeCall(opened.address, calldata)],
        }),
      ).rejects.toMatchObject({ kind: 'userRejected' });
    await refused([newest, '0x1', '0x0']);
    await refused([newest]);
    const [whole, shorter] = dialogs.map((dialog) => getText(dialog));
    expect(whole).toContain('argent/downgrade-not-allowed');
    expect(shorter).toContain('Failed to deserialize param #2');
  });

  it('refuses a class of another family, which the chain would accept', async () => {
    const [vector] = vectors.accounts;
    const address = vector?.openZeppelin100 ?? '';
    await fund(chain.url, address, 10n * ONE);
    const { invoke, dialogs } = openModule({ sepoliaUrl: chain.url });
    await invoke('xnet_recoverAccounts');
    dialogs.length = 0;
    const sent = invoke('xnet_executeTxn', { address, calls: [upgradeCall(address, [newest])] });
    await expect(sent).rejects.toMatchObject({ kind: 'noUpgrade' });
    const asked = invoke('xnet_upgradeAccContract', { contractAddress: address });
    await expect(asked).rejects.toMatchObject({ kind: 'noUpgrade' });
    expect(dialogs).toEqual([]);
  });

  it('detects an upgrade made elsewhere at the next request', async () => {
    const { invoke, address, module } = await openAccount(chain.url, { addressIndex: 61 });
    await module.accounts.change(chainId, address, (account) => ({
      ...account,
      accountClass: 'argent031',
    }));
    const upgrade = invoke('xnet_upgradeAccContract', { contractAddress: address });
    await expect(upgrade).rejects.toMatchObject({ kind: 'noUpgrade' });
    expect(await module.accounts.get(chainId, address)).toMatchObject({
      accountClass: 'argent040',
    });
    expect(await readNonce(chain.url, address)).toBe(1n);
  });

  it('leads to a version that the account tells by both of its names', async () => {
    const { invoke, address } = await openAccount(chain.url, { addressIndex: 62 });
    for (const contractFuncName of ['getVersion', 'get_version']) {
      const told = await invoke('xnet_getValue', { contractAddress: address, contractFuncName });
      expect(parseVersion(told)).toBe('0.4.0');
    }
  });
});

describe('xnet_upgradeAccContract', () => {
  it.each([
    ['an account that is not deployed', { addressIndex: 63, deployed: false, funds: 0n }],
    ['an account of the newest class', { addressIndex: 64 }],
  ])('refuses %s without a dialog', async (_, wanted) => {
    const { invoke, address, dialogs } = await openAccount(chain.url, wanted);
    await expect(
      invoke('xnet_upgradeAccContract', { contractAddress: address }),
    ).rejects.toMatchObject({ kind: 'noUpgrade' });
    expect(dialogs).toEqual([]);
  });
});
