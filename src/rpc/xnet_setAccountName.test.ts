import { describe, expect, it } from '@jest/globals';
import vectors from '../../test/vectors/accounts.json';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';
import { toAddress } from '../starknet/felt';

const companion = 'https://companion.example';
const address = vectors.accounts[0]?.argent040;

async function open() {
  const opened = openModule({ companions: [companion] });
  await opened.invoke('xnet_createAccount', {}, companion);
  opened.dialogs.length = 0;
  const rename = (params: object, origin = companion) =>
    opened.invoke('xnet_setAccountName', params, origin);
  const name = async () =>
    (await opened.invoke('xnet_getCurrentAccount', {}, companion)).accountName;
  return { ...opened, rename, name };
}

describe('xnet_setAccountName', () => {
  it('names an account without a question', async () => {
    const { rename, name, dialogs } = await open();
    const accountName = 'Sparbuch für Übermorgen';
    expect(await rename({ address, accountName })).toMatchObject({ address, accountName });
    expect(await name()).toBe(accountName);
    expect(dialogs).toEqual([]);
  });

  it.each(['https://dapp.example', 'http://companion.example', 'null', ''])(
    'refuses the origin %p',
    async (origin) => {
      const { rename, name } = await open();
      await expect(rename({ address, accountName: 'Theirs' }, origin)).rejects.toMatchObject({
        kind: 'unauthorized',
      });
      expect(await name()).toBe('Account 1');
    },
  );

  it.each([
    [{ address: '0x1234', accountName: 'Mine' }, 'unknownAccount'],
    [{ address, accountName: 'Mine', chainId: 'SN_MAIN' }, 'unknownAccount'],
    [{ address, accountName: '' }, 'invalidParams'],
    [{ address, accountName: '\n\t' }, 'invalidParams'],
    [{ address, accountName: 'x'.repeat(33) }, 'invalidParams'],
    [{ address }, 'invalidParams'],
    [{ accountName: 'Mine' }, 'invalidParams'],
  ])('refuses %p', async (params, kind) => {
    const { rename, name } = await open();
    await expect(rename(params)).rejects.toMatchObject({ kind });
    expect(await name()).toBe('Account 1');
  });

  // @promise T11.1
  it.each([
    ['Mаma', 'a recipient'],
    ['Account 2', 'another account'],
    ['Account ٢', 'another account'],
    ['Account №2', 'another account'],
    ['Account 03', 'an account to come'],
  ])('refuses %s, which reads like the name of %s', async (accountName) => {
    const { rename, name, invoke, module } = await open();
    await invoke('xnet_addAccount', {}, companion);
    const chainId = chainIds.sepolia;
    await module.recipients.save(chainId, { address: toAddress('0x1234'), name: 'Mama' });
    await expect(rename({ address, accountName })).rejects.toMatchObject({ kind: 'invalidParams' });
    expect(await name()).not.toBe(accountName);
    expect(await rename({ address, accountName: 'Account 1' })).toMatchObject({ address });
  });
});

describe('xnet_addAccount', () => {
  // @promise T11.1
  it('creates the account under its own name if the name reads like that of another', async () => {
    const { invoke, module, dialogs } = await open();
    await module.recipients.save(chainIds.sepolia, { address: toAddress('0x1234'), name: 'Mama' });
    const added = await invoke('xnet_addAccount', { accountName: 'Mama' }, companion);
    expect(added).toMatchObject({ accountName: 'Account 2' });
    expect(JSON.stringify(dialogs)).not.toContain('Mama');
    const third = await invoke('xnet_addAccount', { accountName: 'Account 3' }, companion);
    expect(third).toMatchObject({ accountName: 'Account 3' });
  });
});
