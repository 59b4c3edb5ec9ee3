import { describe, expect, it } from '@jest/globals';
import vectors from '../../test/vectors/accounts.json';
import { createTestWallet } from '../testing/testWallet';
import { createClient, kindOf } from './client';

const ORIGIN = 'https://dapp.example';
const address = vectors.accounts[0]?.argent040 ?? '';

function open() {
  const wallet = createTestWallet();
  return { wallet, client: createClient({ provider: wallet.providerFor(ORIGIN) }) };
}

describe('the client', () => {
  it('is installed once the wallet has connected it, and asks the user nothing before', async () => {
    const { wallet, client } = open();
    expect(await client.isInstalled()).toBe(false);
    await client.install();
    expect(await client.isInstalled()).toBe(true);
    expect(wallet.calls).toEqual([]);
  });

  it.each([
    ['neutral', 'wallet_getModules', 'wallet_invokeModule'],
    ['vendor’s', 'wallet_getSnaps', 'wallet_invokeSnap'],
  ])('speaks with a wallet that knows the %s names alone', async (_, list, invoke) => {
    const asked: string[] = [];
    const client = createClient({
      provider: {
        async request({ method }) {
          asked.push(method);
          if (method === list) return { 'npm:@xnet/module': { enabled: true } };
          if (method === invoke) return 'pong';
          throw Object.assign(new Error('There is no such method.'), { code: -32601 });
        },
      },
    });
    expect(await client.request('ping')).toBe('pong');
    expect(await client.request('ping')).toBe('pong');
    expect(asked.filter((method) => method === list)).toHaveLength(1);
    expect(asked.at(-1)).toBe(invoke);
  });

  it('sends a BigInt as hex, and leaves out what is undefined', async () => {
    const { client } = open();
    await client.install();
    await client.request('xnet_createAccount', { addressIndex: 0 });
    const name = 'Unnamed';
    const params = { userAddress: BigInt(address), chainId: undefined };
    // @ts-expect-error: an optional param that is given as undefined
    expect(await client.request('xnet_extractPublicKey', params)).toBe(
      vectors.accounts[0]?.publicKey,
    );
    await expect(
      client.request('xnet_setAccountName', { address, accountName: name }),
    ).rejects.toMatchObject({ code: 4100, data: { kind: 'unauthorized' } });
  });

  it('tells the kind of an error of the module, and none of the wallet’s own', async () => {
    const { wallet, client } = open();
    const ping = () => client.request('ping').catch((error) => error);
    expect(await ping()).toMatchObject({ code: 4100 });
    expect(kindOf(await ping())).toBeUndefined();
    await client.install();
    wallet.refuse();
    const refused = await client.request('xnet_createAccount', {}).catch((error) => error);
    expect(kindOf<'xnet_createAccount'>(refused)).toBe('userRejected');
    expect(kindOf(null)).toBeUndefined();
  });

  it('ends the wait at the signal, before and while the user is asked', async () => {
    const { wallet, client } = open();
    await client.install();
    const reason = new Error('Enough.');
    const gone = AbortSignal.abort(reason);
    await expect(client.request('ping', {}, { signal: gone })).rejects.toBe(reason);
    wallet.wait();
    const controller = new AbortController();
    const asking = client.request('xnet_createAccount', {}, { signal: controller.signal });
    const dialog = await wallet.nextDialog();
    controller.abort(reason);
    await expect(asking).rejects.toBe(reason);
    expect(dialog.title).toBe('Create account');
    dialog.refuse();
  });
});
