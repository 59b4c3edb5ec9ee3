import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import vectors from '../../test/vectors/accounts.json';
import { createTestWallet } from '../testing/testWallet';
import { createClient } from './client';
import { createConnection, listAddresses } from './connection';
import type { Provider } from './provider';

const ORIGIN = 'https://dapp.example';
const MAINNET = '0x534e5f4d41494e';
const SEPOLIA = '0x534e5f5345504f4c4941';
const [first, second] = vectors.accounts.map(({ argent040 }) => argent040);

/** A recorded page, and another site that can create two accounts on the network in use. */
async function open(version?: string) {
  const wallet = createTestWallet();
  const other = createClient({ provider: wallet.providerFor('https://other.example') });
  await other.install();
  const asked: string[] = [];
  let failure: Error | undefined;
  const events = new EventEmitter();
  const { request } = wallet.providerFor(ORIGIN);
  const provider: Provider = {
    async request(call) {
      asked.push(call.method);
      if (failure && call.method === 'wallet_invokeModule') throw failure;
      // Wallets take a while to install.
      if (call.method === 'wallet_requestModules') await new Promise(setImmediate);
      return request(call);
    },
    on: (event, listener) => events.on(event, listener),
    removeListener: (event, listener) => events.off(event, listener),
  };
  const connection = createConnection(createClient({ provider, version }));
  const make = async () => {
    for (const addressIndex of [0, 1])
      await other.request('xnet_createAccount', { addressIndex, chainId: SEPOLIA });
    wallet.dialogs.length = 0;
  };
  const fail = (error?: Error) => {
    failure = error;
  };
  return { wallet, other, asked, events, connection, make, fail };
}

describe('connecting', () => {
  it('gives all accounts of the network in use that the user chose, the current one first', async () => {
    const { connection, make } = await open();
    await make();
    expect(listAddresses(await connection.connect())).toEqual([first, second]);
    await connection.client.request('xnet_switchAccount', {
      address: String(second),
      chainId: SEPOLIA,
    });
    expect(listAddresses(await connection.look())).toEqual([second, first]);
  });

  it('makes no account if the user grants none of those that are there', async () => {
    const { wallet, connection, make } = await open();
    await make();
    wallet.choose(() => []);
    await expect(connection.connect()).rejects.toMatchObject({ code: 4001 });
    expect(wallet.dialogs.map(({ title }) => title)).toEqual(['Share accounts']);
  });

  it('makes an account of the network in use', async () => {
    const { wallet, connection } = await open();
    await connection.client.install();
    await connection.client.request('xnet_switchNetwork', { chainId: MAINNET });
    const state = await connection.connect();
    expect(state.network.chainId).toEqual(MAINNET);
    expect(listAddresses(state)).toEqual([first]);
    expect(wallet.dialogs.at(-1)?.text).toContain('Mainnet');
  });

  it('leaves it to the wallet each time whether a version will do, if the page names some', async () => {
    const { wallet, asked, connection } = await open('^0.1.0');
    await connection.connect();
    await connection.connect();
    expect(asked.filter((method) => method === 'wallet_requestModules')).toHaveLength(2);
    expect(wallet.dialogs).toHaveLength(1);
  });

  it('installs the module once, and calls nothing before', async () => {
    const { asked, connection } = await open();
    await connection.connect();
    expect(asked.indexOf('wallet_invokeModule')).toBeGreaterThan(
      asked.indexOf('wallet_requestModules'),
    );
    await connection.connect();
    expect(asked.filter((method) => method === 'wallet_requestModules')).toHaveLength(1);
  });
});

describe('looking', () => {
  it('calls nothing of a module that is not installed', async () => {
    const { asked, connection } = await open();
    expect(await connection.look()).toBeUndefined();
    expect(asked).toEqual(['wallet_getModules']);
  });

  it.each([
    ['the wallet', new Error('It is locked.')],
    ['the module', Object.assign(new Error('So it is.'), { data: { kind: 'limitExceeded' } })],
  ])('fails if %s does, and leaves the page connected', async (_who, error) => {
    const { connection, fail } = await open();
    await connection.connect();
    fail(error);
    await expect(connection.look()).rejects.toBe(error);
    expect(listAddresses(connection.state)).toEqual([first]);
  });

  it('passes on an error with a kind as the module’s, whatever the list says', async () => {
    const { wallet, connection, fail } = await open();
    await connection.connect();
    const error = Object.assign(new Error('So it is.'), { data: { kind: 'limitExceeded' } });
    fail(error);
    wallet.disconnect(ORIGIN);
    await expect(connection.look()).rejects.toBe(error);
  });
});

describe('disconnecting', () => {
  it('calls nothing of a module that is not installed', async () => {
    const { asked, connection } = await open();
    await connection.disconnect();
    expect(asked).toEqual(['wallet_getModules']);
  });

  it('leaves the page connected if the module does not take the access back', async () => {
    const { connection, fail } = await open();
    await connection.connect();
    const error = new Error('It is locked.');
    fail(error);
    await expect(connection.disconnect()).rejects.toBe(error);
    expect(listAddresses(connection.state)).toEqual([first]);
  });
});

describe('listening', () => {
  it('continues while anybody listens, and begins again with the next one', async () => {
    const { asked, events, connection } = await open();
    await connection.connect();
    const looks = async () => {
      asked.length = 0;
      events.emit('accountsChanged');
      await new Promise(setImmediate);
      return asked.length;
    };
    const [end, endLast] = [connection.listen(() => {}), connection.listen(() => {})];
    end();
    expect(await looks()).toBe(1);
    endLast();
    expect(await looks()).toBe(0);
    const endNext = connection.listen(() => {});
    expect(await looks()).toBe(1);
    endNext();
  });
});

describe('a listener that fails', () => {
  it('keeps nothing from the next one, and its error is heard', async () => {
    const { connection } = await open();
    const told: string[][] = [];
    const error = new Error('So it is.');
    const ends = [
      connection.listen(() => {
        throw error;
      }),
      connection.listen((now) => told.push(listAddresses(now))),
    ];
    const { queueMicrotask } = globalThis;
    const heard: (() => void)[] = [];
    globalThis.queueMicrotask = (task) => void heard.push(task);
    try {
      await connection.connect();
    } finally {
      globalThis.queueMicrotask = queueMicrotask;
      for (const end of ends) end();
    }
    expect(told).toEqual([[first]]);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toThrow(error);
  });
});
