import { describe, expect, it } from '@jest/globals';
import { errorKinds } from '@xnet/clients/errors';
import { getText } from '../../test/node/readDialog';
import vectors from '../../test/vectors/accounts.json';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';

const companion = 'https://companion.example';
const address = vectors.accounts[0]?.argent040;

async function open(agrees = true) {
  let isAsked = false;
  const user = () => !isAsked || agrees;
  const opened = openModule({ companions: [companion], user });
  await opened.invoke('xnet_createAccount', {}, companion);
  isAsked = true;
  opened.dialogs.length = 0;
  const toggle = (params: object, origin = companion) =>
    opened.invoke('xnet_toggleAccountVisibility', params, origin);
  const listed = async () => (await opened.invoke('xnet_listAccounts', {}, companion)).length;
  return { ...opened, toggle, listed };
}

describe('xnet_toggleAccountVisibility', () => {
  it('hides and shows again, in turns if nothing is said', async () => {
    const { toggle, listed, dialogs } = await open();
    expect(await toggle({ address })).toMatchObject({ address, visibility: false });
    expect(await listed()).toBe(0);
    expect(await toggle({ address })).toMatchObject({ visibility: true });
    expect(await listed()).toBe(1);
    expect(dialogs).toHaveLength(1);
  });

  it('asks before the last account is hidden, and says how it comes back', async () => {
    const { invoke, toggle, listed, dialogs, module } = await open(false);
    await expect(toggle({ address })).rejects.toMatchObject({ kind: 'userRejected' });
    expect(await listed()).toBe(1);
    const [dialog] = dialogs.splice(0);
    const text = dialog ? getText(dialog) : '';
    for (const part of [
      'Hide account',
      'Sites will no longer find any account',
      'Show to sites again',
    ])
      expect(text).toContain(part);
    expect(text.replaceAll(' ', '')).toContain(address);
    expect(text).toMatch(/ Hide$/u);
    const [first] = await module.accounts.list(chainIds.sepolia);
    if (!first) throw new Error('There is an account.');
    const other = { ...first, address: `0x${'1'.padStart(64, '0')}` };
    await module.accounts.keepFound(chainIds.sepolia, [{ ...other, hidden: true }]);
    await expect(toggle({ address })).rejects.toMatchObject({ kind: 'userRejected' });
    expect(dialogs.splice(0)).toHaveLength(1);
    await module.accounts.change(chainIds.sepolia, other.address, () => other);
    expect(await toggle({ address })).toMatchObject({ visibility: false });
    expect(await toggle({ address, visibility: false })).toMatchObject({ visibility: false });
    expect(dialogs).toEqual([]);
    // The key of one that is out of sight is shown with a word about that.
    await invoke('xnet_displayPrivateKey', { userAddress: address }, companion).catch(() => null);
    expect(dialogs[0] && getText(dialogs[0])).toContain('This account is hidden');
  });

  it('hides and shows the account as asked, however often', async () => {
    const { toggle, listed, dialogs } = await open();
    for (const visibility of [true, false, false, true, true, false]) {
      expect(await toggle({ address, visibility })).toMatchObject({ visibility });
      expect(await listed()).toBe(visibility ? 1 : 0);
    }
    // Only what hides it is asked for, and only where it is to be seen.
    expect(dialogs).toHaveLength(2);
  });

  it('rejects any other site with 4100', async () => {
    const { toggle, listed } = await open();
    expect(errorKinds.unauthorized.code).toBe(4100);
    for (const origin of ['https://dapp.example', 'https://a.companion.example', 'null', ''])
      await expect(toggle({ address }, origin)).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(await listed()).toBe(1);
  });

  it.each([
    [{ address: '0x1234' }, 'unknownAccount'],
    [{ address, chainId: 'SN_MAIN' }, 'unknownAccount'],
    [{ address, visibility: 'no' }, 'invalidParams'],
    [{ address, visibility: null }, 'invalidParams'],
    [{}, 'invalidParams'],
  ])('refuses %p', async (params, kind) => {
    const { toggle, listed } = await open();
    await expect(toggle(params)).rejects.toMatchObject({ kind });
    expect(await listed()).toBe(1);
  });
});
