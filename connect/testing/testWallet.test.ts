import { describe, expect, it } from '@jest/globals';
import { createClient } from '../src/client';
import { createConnection } from '../src/connection';
import type { WalletState } from './refusals';
import { createTestWallet } from './testWallet';

const ORIGIN = 'https://dapp.example';
const moduleId = 'npm:@xnet/another';

describe('a module that the wallet does not run', () => {
  it('refuses to install it, so that a wrong id fails in tests as in a wallet', async () => {
    const provider = createTestWallet().providerFor(ORIGIN);
    const client = createClient({ provider, moduleId });
    await expect(client.install()).rejects.toMatchObject({ code: -32603 });
    expect(await createClient({ provider }).isInstalled()).toBe(false);
  });

  it.each([
    ['wallet_invokeModule', 'moduleId'],
    ['wallet_invokeSnap', 'snapId'],
  ])('refuses to call it by %s', async (method, name) => {
    const wallet = createTestWallet();
    const provider = wallet.providerFor(ORIGIN);
    const own = createClient({ provider });
    await own.install();
    const request = { method: 'ping' };
    const call = (id: string) => provider.request({ method, params: { [name]: id, request } });
    await expect(call(moduleId)).rejects.toMatchObject({ code: -32603 });
    expect(wallet.calls).toEqual([]);
    expect(await call(own.moduleId)).toBe('pong');
  });

  it('runs it if the test names it', async () => {
    const provider = createTestWallet({ moduleId }).providerFor(ORIGIN);
    const client = createClient({ provider, moduleId });
    expect(await client.install()).toMatchObject({ id: moduleId });
    expect(await client.request('ping')).toBe('pong');
  });
});

describe('the failures of a wallet, each shown by its switch', () => {
  const open = (version?: string) => {
    const wallet = createTestWallet();
    const provider = wallet.providerFor(ORIGIN);
    const connection = createConnection(createClient({ provider, version }));
    return { wallet, provider, connection };
  };

  it.each<[WalletState, number, RegExp]>([
    ['noModules', -32601, /does not exist/u],
    ['notAllowed', -32603, /not on the allowlist/u],
    ['blocked', -32603, /blocked/u],
    ['disabled', -32603, /does not run the module/u],
    ['pending', -32002, /already pending/u],
    ['brokenUpdate', -32603, /updated source code/u],
    ['away', 4900, /not running/u],
  ])('makes %s fail to connect with %i', async (state, code, message) => {
    const { wallet, connection } = open();
    wallet.become(state);
    const failure = await connection.connect().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) });
    wallet.become('working');
    expect((await connection.connect()).currentAccount).toMatch(/^0x/u);
  });

  it.each<[WalletState, number, RegExp]>([
    ['disabled', -32603, /is disabled/u],
    ['stopped', -32603, /terminated during execution/u],
    ['removed', 4100, /not connected/u],
    ['away', 4900, /not running/u],
  ])('makes %s fail a call with %i', async (state, code, message) => {
    const { wallet, connection } = open();
    await connection.connect();
    wallet.become(state);
    const failure = await connection.client.request('ping').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('forgets everything with the module that the user removes', async () => {
    const { wallet, connection } = open();
    await connection.connect();
    wallet.become('removed');
    expect(await connection.look()).toBeUndefined();
    await connection.connect();
    expect(wallet.dialogs.map(({ title }) => title)).toEqual(['Create account', 'Create account']);
  });

  it('lets calls wait while it is locked, and a page end its wait', async () => {
    const { wallet, connection } = open();
    await connection.connect();
    wallet.become('locked');
    const signal = AbortSignal.timeout(5);
    await expect(connection.client.request('ping', {}, { signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    const asked = connection.client.request('ping');
    wallet.become('working');
    expect(await asked).toBe('pong');
  });

  it('refuses the choice of accounts, too', async () => {
    const { wallet, connection } = open();
    await connection.connect();
    await connection.disconnect();
    wallet.refuse();
    await expect(connection.connect()).rejects.toMatchObject({ code: 4001 });
    expect(wallet.dialogs.at(-1)?.title).toBe('Share accounts');
    expect((await connection.look())?.currentAccount).toBeNull();
  });

  it.each(['^9.0.0', '>=0.1.1', '0.1.1', '~0.2.0', 'latest'])(
    'does not connect a page that wants version %s',
    async (version) => {
      const failure = await open(version)
        .connection.connect()
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({
        code: -32602,
        message: expect.stringContaining('inside requested'),
      });
    },
  );
  it.each(['*', '^0.1.0', '~0.1.0', '>=0.0.9', '0.1.0'])(
    'connects a page that wants version %s',
    async (version) => {
      expect((await open(version).connection.connect()).currentAccount).toMatch(/^0x/u);
    },
  );

  it('reports the events of EIP-1193, until a page stops listening', async () => {
    const { wallet, provider } = open();
    const heard: string[] = [];
    const onDisconnect = () => heard.push('disconnect');
    provider.on('disconnect', onDisconnect);
    provider.on('connect', () => heard.push('connect'));
    provider.on('accountsChanged', () => heard.push('accountsChanged'));
    wallet.become('away');
    wallet.become('working');
    wallet.disconnect(ORIGIN);
    provider.removeListener('disconnect', onDisconnect);
    wallet.become('away');
    expect(heard).toEqual(['disconnect', 'connect', 'accountsChanged']);
  });
});
