import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../test/openModule';
import vectors from '../../test/vectors/accounts.json';
import { errorKinds } from '../errors';

const companion = 'https://companion.example';
const address = vectors.accounts[0]?.argent040;

async function open() {
  const opened = openModule({ companions: [companion] });
  await opened.invoke('xnet_createAccount', {}, companion);
  opened.dialogs.length = 0;
  const toggle = (params: object, origin = companion) =>
    opened.invoke('xnet_toggleAccountVisibility', params, origin);
  const listed = async () => (await opened.invoke('xnet_listAccounts', {}, companion)).length;
  return { ...opened, toggle, listed };
}

describe('xnet_toggleAccountVisibility', () => {
  it('hides and shows again, in turns where nothing is said', async () => {
    const { toggle, listed, dialogs } = await open();
    expect(await toggle({ address })).toMatchObject({ address, visibility: false });
    expect(await listed()).toBe(0);
    expect(await toggle({ address })).toMatchObject({ visibility: true });
    expect(await listed()).toBe(1);
    expect(dialogs).toEqual([]);
  });

  it('does what is said, however often', async () => {
    const { toggle, listed } = await open();
    for (const visibility of [false, false, true, true, false]) {
      expect(await toggle({ address, visibility })).toMatchObject({ visibility });
      expect(await listed()).toBe(visibility ? 1 : 0);
    }
  });

  it('is answered with 4100 at any other site', async () => {
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
