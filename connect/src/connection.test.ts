import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import vectors from '../../test/vectors/accounts.json';
import { createTestWallet } from '../testing/testWallet';
import { createClient } from './client';
import { createConnection, listAddresses } from './connection';

const ORIGIN = 'https://dapp.example';
const [first, second] = vectors.accounts.map(({ argent040 }) => argent040);

function open() {
  const wallet = createTestWallet();
  const provider = wallet.providerFor(ORIGIN);
  const connection = createConnection(createClient({ provider }));
  return { wallet, provider, connection };
}

afterEach(() => {
  jest.useRealTimers();
});

describe('connecting', () => {
  it('creates the first account with the user, and asks nothing the next time', async () => {
    const { wallet, connection, provider } = open();
    expect(listAddresses(await connection.connect())).toEqual([first]);
    expect(wallet.dialogs.map(({ title }) => title)).toEqual(['Create account']);
    const again = createConnection(createClient({ provider }));
    expect(listAddresses(await again.connect())).toEqual([first]);
    expect(listAddresses(await again.look())).toEqual([first]);
    expect(wallet.dialogs).toHaveLength(1);
  });

  it('lets the user choose of the accounts that are there', async () => {
    const { wallet, connection } = open();
    const other = createClient({ provider: wallet.providerFor('https://other.example') });
    await other.install();
    for (const addressIndex of [0, 1]) await other.request('xnet_createAccount', { addressIndex });
    wallet.choose((offered) => offered.slice(1));
    expect(listAddresses(await connection.connect())).toEqual([second]);
    expect(wallet.dialogs).toHaveLength(3);
  });

  it('shares one question among calls at the same time', async () => {
    const { wallet, connection } = open();
    await Promise.all([connection.connect(), connection.connect()]);
    expect(wallet.dialogs).toHaveLength(1);
  });

  it('fails if the user refuses, and asks again at the next attempt', async () => {
    const { wallet, connection } = open();
    wallet.refuse();
    await expect(connection.connect()).rejects.toMatchObject({ code: 4001 });
    wallet.approve();
    expect(listAddresses(await connection.connect())).toEqual([first]);
  });
});

describe('looking', () => {
  it('asks the user nothing and calls nothing before the page was connected', async () => {
    const { wallet, connection } = open();
    expect(await connection.look()).toBeUndefined();
    expect(wallet.calls).toEqual([]);
    expect(wallet.dialogs).toEqual([]);
  });

  it('returns undefined if the wallet’s list says that the page was disconnected', async () => {
    const entry: { enabled: boolean } = { enabled: true };
    const modules: Record<string, typeof entry> = { 'npm:@xnet/module': entry };
    const state = { network: { chainId: '0x1' }, currentAccount: '0x1', accounts: [] };
    const connection = createConnection(
      createClient({
        provider: {
          async request({ method }) {
            if (method === 'wallet_getModules') return modules;
            // The wording of a current wallet, with an unspecific code.
            if (!modules['npm:@xnet/module'])
              throw Object.assign(new Error('It is not connected to this site.'), { code: -32600 });
            return state;
          },
        },
      }),
    );
    expect(await connection.look()).toEqual(state);
    delete modules['npm:@xnet/module'];
    expect(await connection.look()).toBeUndefined();
    expect(connection.state).toBeUndefined();
  });

  it('returns undefined once the user has disconnected the page in the wallet', async () => {
    const { wallet, connection } = open();
    await connection.connect();
    wallet.disconnect(ORIGIN);
    expect(await connection.look()).toBeUndefined();
    expect(connection.state).toBeUndefined();
  });
});

describe('disconnecting', () => {
  it('gives the access back, so that the user is asked again', async () => {
    const { wallet, connection } = open();
    await connection.connect();
    await connection.disconnect();
    expect(listAddresses(await connection.look())).toEqual([]);
    await connection.connect();
    expect(wallet.dialogs.map(({ title }) => title)).toEqual(['Create account', 'Share accounts']);
    expect(wallet.calls.at(-2)?.method).toBe('xnet_getCurrentAccount');
  });

  it('fails if the wallet does not answer, and leaves the page as it stands: nothing was given back', async () => {
    const { wallet, provider } = open();
    const stopped = Object.assign(new Error('The wallet is not running.'), { code: 4900 });
    let isRunning = true;
    const connection = createConnection(
      createClient({
        provider: {
          request: async (call) => {
            if (!isRunning) throw stopped;
            return provider.request(call);
          },
        },
      }),
    );
    await connection.connect();
    isRunning = false;
    await expect(connection.disconnect()).rejects.toBe(stopped);
    expect(listAddresses(connection.state)).toEqual([first]);
    isRunning = true;
    await connection.disconnect();
    expect(listAddresses(await connection.look())).toEqual([]);
    expect(wallet.calls.map(({ method }) => method)).toContain('xnet_revokeGrants');
  });
});

describe('listening', () => {
  /** A wallet that answers in the same turn, so that fake timers can be used. */
  function openStill() {
    const calls: string[] = [];
    const events = new EventEmitter();
    const state = {
      network: { name: 'Testnet (Sepolia)', chainId: '0x534e5f5345504f4c4941' },
      currentAccount: '0x1',
      accounts: [{ address: '0x1' }],
    };
    const connection = createConnection(
      createClient({
        provider: {
          async request({ method, params }) {
            const { request } = (params ?? {}) as { request?: { method: string } };
            calls.push(request?.method ?? method);
            if (!request) return { 'npm:@xnet/module': { enabled: true } };
            return structuredClone(state);
          },
          on: (event, listener) => events.on(event, listener),
          removeListener: (event, listener) => events.off(event, listener),
        },
      }),
    );
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    return { calls, events, state, connection };
  }

  it('looks by one silent call every two seconds, and no more when nobody listens', async () => {
    const { calls, connection } = openStill();
    await connection.connect();
    calls.length = 0;
    const end = connection.listen(() => undefined);
    await jest.advanceTimersByTimeAsync(6_000);
    expect(calls).toEqual(['xnet_getState', 'xnet_getState', 'xnet_getState']);
    end();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(calls).toHaveLength(3);
  });

  it('calls nothing while the page was never connected, and none while it is hidden', async () => {
    const { calls, connection } = openStill();
    const end = connection.listen(() => undefined);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(calls).toEqual([]);
    await connection.connect();
    calls.length = 0;
    end();
  });

  it('calls nothing while the page is hidden, and at once when it is seen again', async () => {
    const page = Object.assign(new EventTarget(), { hidden: true });
    const place = globalThis as { document?: typeof page };
    place.document = page;
    const { calls, events, connection } = openStill();
    await connection.connect();
    calls.length = 0;
    const end = connection.listen(() => undefined);
    events.emit('accountsChanged');
    await jest.advanceTimersByTimeAsync(10_000);
    expect(calls).toEqual([]);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(0);
    expect(calls).toEqual(['xnet_getState']);
    end();
    page.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(calls).toHaveLength(1);
    delete place.document;
  });

  it.each(['connect', 'disconnect', 'chainChanged', 'accountsChanged', 'message'])(
    'looks at once when the wallet tells of %s, until nobody listens',
    async (event) => {
      const { calls, events, state, connection } = openStill();
      await connection.connect();
      calls.length = 0;
      const told: unknown[] = [];
      const end = connection.listen((now) => told.push(now?.currentAccount));
      state.currentAccount = '0x2';
      events.emit(event);
      await jest.advanceTimersByTimeAsync(0);
      expect(calls).toEqual(['xnet_getState']);
      expect(told).toEqual(['0x2']);
      end();
      expect(events.eventNames()).toEqual([]);
    },
  );

  it('reports the new state and the old one', async () => {
    const { state, connection } = openStill();
    await connection.connect();
    const told: unknown[] = [];
    const end = connection.listen((now, before) =>
      told.push([before?.network.chainId, now?.network.chainId]),
    );
    const { chainId } = state.network;
    state.network.chainId = '0x534e5f4d41494e';
    await jest.advanceTimersByTimeAsync(2_000);
    expect(told).toEqual([[chainId, '0x534e5f4d41494e']]);
    end();
  });

  it('reports nothing while all stays as it is', async () => {
    const { calls, state, connection } = openStill();
    await connection.connect();
    calls.length = 0;
    const told: unknown[] = [];
    const end = connection.listen((now) => told.push(now?.accounts));
    await jest.advanceTimersByTimeAsync(6_000);
    expect(calls).toHaveLength(3);
    expect(told).toEqual([]);
    state.accounts.push({ address: '0x2' });
    await jest.advanceTimersByTimeAsync(4_000);
    expect(told).toEqual([state.accounts]);
    end();
  });
});
