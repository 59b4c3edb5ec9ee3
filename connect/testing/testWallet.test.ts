import { describe, expect, it } from '@jest/globals';
import { createClient } from '../src/client';
import { createTestWallet } from './testWallet';

const ORIGIN = 'https://dapp.example';
const moduleId = 'npm:@xnet/another';

describe('a module that the wallet does not run', () => {
  it('is not connected to, so that a wrong id fails in tests as it does in a wallet', async () => {
    const provider = createTestWallet().providerFor(ORIGIN);
    const client = createClient({ provider, moduleId });
    await expect(client.install()).rejects.toMatchObject({ code: -32603 });
    expect(await createClient({ provider }).isInstalled()).toBe(false);
  });

  it.each([
    ['wallet_invokeModule', 'moduleId'],
    ['wallet_invokeSnap', 'snapId'],
  ])('is not called by %s either', async (method, name) => {
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

  it('is run where the test names it', async () => {
    const provider = createTestWallet({ moduleId }).providerFor(ORIGIN);
    const client = createClient({ provider, moduleId });
    expect(await client.install()).toMatchObject({ id: moduleId });
    expect(await client.request('ping')).toBe('pong');
  });
});
