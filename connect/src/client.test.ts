import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import vectors from '../../test/vectors/accounts.json';
import { createTestWallet } from '../testing/testWallet';
import { createClient, getModuleErrorKind as getErrorKind } from './client';

const ORIGIN = 'https://dapp.example';
const address = vectors.accounts[0]?.argent040 ?? '';

function open() {
  const wallet = createTestWallet();
  return { wallet, client: createClient({ provider: wallet.providerFor(ORIGIN) }) };
}

describe('the client', () => {
  it('counts as installed once the wallet has connected it, and asks the user nothing before', async () => {
    const { wallet, client } = open();
    expect(await client.isInstalled()).toBe(false);
    await client.install();
    expect(await client.isInstalled()).toBe(true);
    expect(wallet.calls).toEqual([]);
  });

  const noMethod = Object.assign(new Error('There is no such method.'), { code: -32601 });
  /** A client for a wallet that supports some method names, and the requests it received. */
  function clientOf(answers: Record<string, () => unknown>, refusal: unknown = noMethod) {
    const asked: unknown[] = [];
    const client = createClient({
      provider: {
        async request(call) {
          asked.push(call);
          const answer = answers[call.method];
          if (!answer) throw refusal;
          return answer();
        },
      },
    });
    return { client, asked, names: () => asked.map((call) => (call as { method: string }).method) };
  }
  const id = 'npm:@xnet/module';
  const entry = { id, version: '0.1.0', enabled: true, blocked: false };
  const request = { method: 'ping' };

  it('speaks the neutral names if the wallet knows them', async () => {
    const { client, asked } = clientOf({
      wallet_getModules: () => ({ [id]: entry }),
      wallet_invokeModule: () => 'pong',
    });
    expect(await client.installed()).toEqual({ id, version: '0.1.0' });
    expect(await client.request('ping')).toBe('pong');
    // Methods without params are sent without them.
    expect(asked).toStrictEqual([
      { method: 'wallet_getModules' },
      { method: 'wallet_invokeModule', params: { moduleId: id, request } },
    ]);
  });

  it('finds out once which names the wallet knows, whatever comes first, also at the same time', async () => {
    const { client, names } = clientOf({
      wallet_getSnaps: () => ({ [id]: entry }),
      wallet_invokeSnap: () => 'pong',
    });
    expect(await client.request('ping')).toBe('pong');
    expect(await client.isInstalled()).toBe(true);
    expect(names()).toEqual([
      'wallet_getModules',
      'wallet_getSnaps',
      'wallet_invokeSnap',
      'wallet_getSnaps',
    ]);
    const other = clientOf({ wallet_getSnaps: () => ({}), wallet_invokeSnap: () => 'pong' });
    const both = [other.client.request('ping'), other.client.request('ping')];
    expect(await Promise.all(both)).toEqual(['pong', 'pong']);
    expect(other.names()).not.toContain('wallet_invokeModule');
  });

  it('finds out the names even if the wallet refuses late, after another call has found them', async () => {
    let refuseLate = (): void => {};
    let count = 0;
    const client = createClient({
      provider: {
        async request({ method }) {
          if (method === 'wallet_getSnaps') return {};
          count += 1;
          if (count === 1)
            await new Promise<void>((resolve) => {
              refuseLate = resolve;
            });
          throw noMethod;
        },
      },
    });
    const late = client.installed();
    await client.installed();
    refuseLate();
    expect(await late).toBeUndefined();
  });

  it.each([
    ['-32601', noMethod],
    ['4200', Object.assign(new Error('No.'), { code: 4200 })],
    ['a sentence without a code', new Error('Unknown method wallet_getModules')],
  ])('falls back to the names of the field on %s', async (_name, refusal) => {
    const { client, asked } = clientOf(
      {
        wallet_getSnaps: () => ({}),
        wallet_requestSnaps: () => ({ [id]: entry }),
        wallet_invokeSnap: () => 'pong',
      },
      refusal,
    );
    expect(await client.installed()).toBeUndefined();
    expect(await client.install()).toEqual({ id, version: '0.1.0' });
    expect(await client.request('ping')).toBe('pong');
    expect(asked).toEqual([
      { method: 'wallet_getModules' },
      { method: 'wallet_getSnaps' },
      { method: 'wallet_requestSnaps', params: { [id]: {} } },
      { method: 'wallet_invokeSnap', params: { snapId: id, request } },
    ]);
  });

  it('asks the user once if it is installed twice at a time, and again later', async () => {
    const { client, names } = clientOf({
      wallet_getModules: () => ({}),
      wallet_requestModules: () => ({ [id]: entry }),
    });
    const both = await Promise.all([client.install(), client.install()]);
    expect(both).toEqual(Array(2).fill({ id, version: '0.1.0' }));
    const asked = () => names().filter((name) => name === 'wallet_requestModules').length;
    expect(asked()).toBe(1);
    await client.install();
    expect(asked()).toBe(2);
  });

  it('names the versions that the page can do with, if it has any', async () => {
    const wallet = {
      wallet_getModules: () => ({ [id]: entry }),
      wallet_requestModules: () => null,
    };
    const { asked, client } = clientOf(wallet);
    const page = createClient({ provider: client.provider, version: '^0.2.0' });
    await page.install();
    await client.install();
    const wanted = asked.flatMap((call) => (call as { params?: object }).params ?? []);
    expect(wanted).toStrictEqual([{ [id]: { version: '^0.2.0' } }, { [id]: {} }]);
  });

  it.each([
    ['blocked', { blocked: true }],
    ['switched off', { enabled: false }],
    ['faulty', { error: { message: 'not found' } }],
  ])(
    'treats a module that is %s as missing, also right after the installation',
    async (_name, change) => {
      const answer = () => ({ [id]: { ...entry, ...change } });
      const { client } = clientOf({ wallet_getModules: answer, wallet_requestModules: answer });
      expect(await client.installed()).toBeUndefined();
      expect(await client.isInstalled()).toBe(false);
      const error = await client.install().catch((reason) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(error.message).toBe(
        'error' in change ? change.error?.message : 'The wallet does not run the module.',
      );
      expect(error.code).toBe(-32603);
    },
  );

  it('accepts a wallet that installs and tells no more, and drops a version that is no text', async () => {
    let told: unknown = null;
    const { client } = clientOf({
      wallet_getModules: () => ({ [id]: { ...entry, version: 1 } }),
      wallet_requestModules: () => told,
    });
    expect(await client.installed()).toEqual({ id, version: undefined });
    expect(await client.install()).toEqual({ id, version: undefined });
    told = {};
    expect(await client.install()).toEqual({ id, version: undefined });
  });

  it('does not take an unknown method of the module for one of the wallet', async () => {
    const { client, names } = clientOf({ wallet_getModules: () => ({ [id]: entry }) });
    await expect(client.request('ping')).rejects.toBe(noMethod);
    expect(names()).toEqual(['wallet_getModules', 'wallet_invokeModule']);
  });

  it('asks by the same names again after a wallet failed to answer', async () => {
    const locked = Object.assign(new Error('locked'), { code: 4100 });
    let isLocked = true;
    const { client, names } = clientOf({
      wallet_getModules: () => {
        if (isLocked) throw locked;
        return { [id]: entry };
      },
    });
    await expect(client.installed()).rejects.toBe(locked);
    expect(await client.isInstalled()).toBe(false);
    isLocked = false;
    expect(await client.isInstalled()).toBe(true);
    expect(names()).toEqual(Array(3).fill('wallet_getModules'));
  });

  it('sends a BigInt as hex, and leaves out what is undefined', async () => {
    const { client } = open();
    await client.install();
    await client.request('xnet_createAccount', { addressIndex: 0 });
    const name = 'Unnamed';
    const params = { userAddress: BigInt(address), chainId: undefined };
    expect(await client.request('xnet_extractPublicKey', params)).toBe(
      vectors.accounts[0]?.publicKey,
    );
    await expect(
      client.request('xnet_setAccountName', { address, accountName: name }),
    ).rejects.toMatchObject({ code: 4100, data: { kind: 'unauthorized' } });
  });

  it('returns the kind of an error of the module, and none of the wallet’s own', async () => {
    const { wallet, client } = open();
    const ping = () => client.request('ping').catch((error) => error);
    expect(await ping()).toMatchObject({ code: 4100 });
    expect(getErrorKind(await ping())).toBeUndefined();
    await client.install();
    wallet.refuse();
    const refused = await client.request('xnet_createAccount', {}).catch((error) => error);
    expect(getErrorKind<'xnet_createAccount'>(refused)).toBe('userRejected');
    for (const other of [null, 'userRejected', { data: { kind: 4001 } }, { data: 'userRejected' }])
      expect(getErrorKind(other)).toBeUndefined();
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

  it('leaves nothing behind at a signal that outlives the request', async () => {
    const { client } = clientOf({
      wallet_getModules: () => ({ [id]: entry }),
      wallet_invokeModule: () => 'pong',
    });
    const { signal } = new AbortController();
    expect(await client.request('ping', {}, { signal })).toBe('pong');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  describe('with a wallet that is silent', () => {
    beforeEach(() => void jest.useFakeTimers());
    afterEach(() => void jest.useRealTimers());
    const never = () => new Promise(() => {});
    /** What became of a request, and how often it was asked whether the wallet is there. */
    async function outcomeAfter(ms: number, answers: { list: () => unknown; call: () => unknown }) {
      let count = 0;
      let outcome: unknown = 'waits';
      const client = createClient({
        provider: {
          async request({ method, params }) {
            const { request: asked } = (params ?? {}) as { request?: { method: string } };
            if (method === 'wallet_getModules') return count === 0 ? {} : answers.list();
            if (asked?.method === 'ping') return answers.call();
            count += 1;
            return never();
          },
        },
      });
      client.request('xnet_getState').then(
        (value) => (outcome = value),
        (error) => (outcome = error),
      );
      await jest.advanceTimersByTimeAsync(ms);
      return { outcome, timers: jest.getTimerCount() };
    }

    it('tells the page to reload after half a minute if neither wallet nor module answers', async () => {
      const silent = { list: never, call: never };
      expect(await outcomeAfter(39_000, silent)).toMatchObject({ outcome: 'waits' });
      const { outcome, timers } = await outcomeAfter(41_000, silent);
      expect(outcome).toMatchObject({ code: 4900, message: expect.stringContaining('Reload') });
      expect(timers).toBe(0);
    });

    it.each([
      ['the wallet lists its modules, as a locked one does', { list: () => ({}), call: never }],
      ['the module answers a ping', { list: never, call: () => 'pong' }],
      ['the wallet refuses', { list: never, call: () => Promise.reject(new Error('No.')) }],
    ])('waits on if %s', async (_what, answers) => {
      expect(await outcomeAfter(600_000, answers)).toEqual({ outcome: 'waits', timers: 1 });
    });
  });

  it('ends the wait at the signal if the wallet does not even list its modules', async () => {
    const reason = new Error('Enough.');
    const controller = new AbortController();
    const client = createClient({ provider: { request: () => new Promise(() => {}) } });
    const asking = client.request('ping', {}, { signal: controller.signal });
    controller.abort(reason);
    await expect(asking).rejects.toBe(reason);
  }, 5_000);
});
