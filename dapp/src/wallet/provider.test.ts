import { describe, expect, it } from '@jest/globals';
import { createModuleClient, type ProviderRequest } from './provider';

const moduleId = 'npm:@xnet/module';
const installed = { [moduleId]: { id: moduleId, version: '0.1.0', enabled: true, blocked: false } };
const rpcError = (code: number, message = 'no') => Object.assign(new Error(message), { code });

/** A wallet that knows some method names, and notes what it is asked. */
function walletWith(
  answers: { readonly [method: string]: (params: unknown) => unknown },
  refusal: unknown = rpcError(-32601),
) {
  const asked: ProviderRequest[] = [];
  const client = createModuleClient({
    moduleId,
    send: async (_label, request) => {
      asked.push(request);
      const answer = answers[request.method];
      if (!answer) throw refusal;
      return answer(request.params);
    },
  });
  return { client, asked, names: () => asked.map(({ method }) => method) };
}

describe('createModuleClient', () => {
  it('speaks the neutral names where the wallet knows them', async () => {
    const { client, asked } = walletWith({
      wallet_getModules: () => installed,
      wallet_invokeModule: () => 'done',
    });
    expect(await client.connect()).toEqual({ id: moduleId, version: '0.1.0' });
    expect(await client.invoke('xnet_executeTxn', { calls: [] })).toBe('done');
    expect(asked).toEqual([
      { method: 'wallet_getModules' },
      {
        method: 'wallet_invokeModule',
        params: { moduleId, request: { method: 'xnet_executeTxn', params: { calls: [] } } },
      },
    ]);
  });

  it.each([
    ['-32601', rpcError(-32601)],
    ['4200', rpcError(4200)],
    ['a sentence without a code', new Error('Unknown method wallet_getModules')],
  ])('falls back to the established names on %s', async (_name, refusal) => {
    const { client, asked } = walletWith(
      {
        wallet_getSnaps: () => ({}),
        wallet_requestSnaps: () => installed,
        wallet_invokeSnap: () => 'done',
      },
      refusal,
    );
    await client.connect();
    await client.invoke('xnet_getCurrentNetwork');
    expect(asked).toEqual([
      { method: 'wallet_getModules' },
      { method: 'wallet_getSnaps' },
      { method: 'wallet_requestSnaps', params: { [moduleId]: {} } },
      {
        method: 'wallet_invokeSnap',
        params: { snapId: moduleId, request: { method: 'xnet_getCurrentNetwork' } },
      },
    ]);
  });

  it('asks for the module only where it is missing', async () => {
    const { client, names } = walletWith({
      wallet_getModules: () => ({}),
      wallet_requestModules: () => installed,
    });
    await client.connect();
    expect(names()).toEqual(['wallet_getModules', 'wallet_requestModules']);
  });

  it.each([
    ['blocked', { blocked: true }],
    ['switched off', { enabled: false }],
    ['faulty', { error: { message: 'not found' } }],
  ])('takes a module that is %s for missing', async (_name, change) => {
    const modules = { [moduleId]: { ...installed[moduleId], ...change } };
    const { client } = walletWith({ wallet_getModules: () => modules });
    expect(await client.installed()).toBeNull();
  });

  it('does not take an unknown method of the module for one of the wallet', async () => {
    const { client, names } = walletWith({
      wallet_getModules: () => installed,
      wallet_invokeModule: () => {
        throw rpcError(-32601, 'There is no such method.');
      },
    });
    await expect(client.invoke('xnet_nothing')).rejects.toThrow('There is no such method.');
    expect(names()).toEqual(['wallet_getModules', 'wallet_invokeModule']);
  });

  it('asks again after a wallet failed to answer', async () => {
    let isLocked = true;
    const { client } = walletWith({
      wallet_getModules: () => {
        if (isLocked) throw rpcError(4100, 'locked');
        return installed;
      },
    });
    await expect(client.installed()).rejects.toThrow('locked');
    isLocked = false;
    expect(await client.installed()).not.toBeNull();
  });
});
