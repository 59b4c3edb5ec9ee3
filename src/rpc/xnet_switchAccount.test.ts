import { describe, expect, it } from '@jest/globals';
import vectors from '../../test/vectors/accounts.json';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';

const [first, second] = vectors.accounts;
const OTHER = 'https://other.example';

async function open(user: (dialog: string) => boolean = () => true) {
  let agrees: (dialog: string) => boolean = () => true;
  const opened = openModule({ user: (dialog) => agrees(JSON.stringify(dialog)) });
  for (const addressIndex of [0, 1]) await opened.invoke('xnet_createAccount', { addressIndex });
  agrees = user;
  opened.dialogs.length = 0;
  const current = async () => (await opened.invoke('xnet_getCurrentAccount')).address;
  return { ...opened, current };
}

describe('xnet_switchAccount', () => {
  it('switches after a dialog, and asks nothing if it is current already', async () => {
    const { invoke, current, dialogs } = await open();
    const address = second?.argent040;
    expect(await invoke('xnet_switchAccount', { address })).toMatchObject({ address });
    expect(dialogs).toHaveLength(1);
    const shown = JSON.stringify(dialogs[0]);
    expect(shown).toContain('Account 2 becomes the current account');
    expect(shown.replaceAll(' ', '')).toContain(address);
    expect(await current()).toBe(address);
    const unpadded = address?.replace(/^0x0+/u, '0x');
    await invoke('starkNet_switchAccount', { accountAddress: unpadded });
    expect(dialogs).toHaveLength(1);
  });

  it('asks nothing for the account that xnet_getCurrentAccount names, whoever chose it', async () => {
    const { invoke, dialogs, module } = await open();
    const { address } = await invoke('xnet_getCurrentAccount');
    expect(await invoke('starkNet_switchAccount', { address })).toMatchObject({ address });
    // The user works with an account that this site does not see.
    await module.accounts.choose(chainIds.sepolia, `0x${'9'.padStart(64, '0')}`);
    expect(await invoke('xnet_switchAccount', { address })).toMatchObject({ address });
    expect(dialogs).toEqual([]);
  });

  it('asks once if a site asks twice at a time', async () => {
    const { invoke, current, dialogs } = await open();
    const address = second?.argent040;
    const both = [1, 2].map(() => invoke('xnet_switchAccount', { address }));
    expect(await Promise.all(both)).toMatchObject([{ address }, { address }]);
    expect(dialogs).toHaveLength(1);
    expect(await current()).toBe(address);
  });

  it('changes nothing when the user declines', async () => {
    const { invoke, current } = await open(() => false);
    await expect(
      invoke('xnet_switchAccount', { address: second?.argent040 }),
    ).rejects.toMatchObject({ kind: 'userRejected' });
    expect(await current()).toBe(first?.argent040);
  });

  it('switches to no account that the site was not granted', async () => {
    const { invoke, current, dialogs, module } = await open();
    const switching = invoke('xnet_switchAccount', { address: second?.argent040 }, OTHER);
    await expect(switching).rejects.toMatchObject({ kind: 'unknownAccount' });
    expect(dialogs).toEqual([]);
    expect(await current()).toBe(first?.argent040);
    expect(await module.grants.of(OTHER)).toEqual([]);
  });

  it.each([
    [{ address: '0x1234' }, 'unknownAccount'],
    [{ address: second?.argent040, chainId: 'SN_MAIN' }, 'unknownAccount'],
    [{ address: second?.argent040, chainId: '0x1' }, 'unsupportedChain'],
    [{ address: `0x${'ab'.repeat(20)}` }, 'invalidParams'],
    [{ address: 7 }, 'invalidParams'],
    [{}, 'invalidParams'],
  ])('refuses %p without a dialog', async (params, kind) => {
    const { invoke, dialogs } = await open();
    await expect(invoke('xnet_switchAccount', params)).rejects.toMatchObject({ kind });
    expect(dialogs).toEqual([]);
  });
});
