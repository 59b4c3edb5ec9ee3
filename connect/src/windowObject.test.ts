import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { chainIds } from '../../src/schema/primitives';
import { shortMessage } from '../../test/messages/shortMessage';
import vectors from '../../test/vectors/accounts.json';
import { createTestWallet } from '../testing/testWallet';
import { createShapes } from './install';
import { apiVersions, specVersions } from './moduleLists';
import { WalletApiError } from './walletApi';

const ORIGIN = 'https://dapp.example';
const [first] = vectors.accounts.map(({ argent040 }) => argent040);

afterEach(() => void jest.useRealTimers());

function open() {
  const wallet = createTestWallet();
  const shapes = createShapes(wallet.providerFor(ORIGIN));
  const { request } = shapes.windowObject;
  const ask = (type: string, params?: object) =>
    request({ type, ...(params && { params }) }) as Promise<unknown>;
  const codeOf = (type: string, params?: object) =>
    ask(type, params).then(
      () => undefined,
      (error: unknown) => (error instanceof WalletApiError ? [error.code, error.message] : [error]),
    );
  return { wallet, ask, codeOf, ...shapes };
}

describe('the wallet API', () => {
  it('returns the versions that the module returns', async () => {
    const { ask, client } = open();
    await client.install();
    const state = await client.request('xnet_getState');
    expect(apiVersions).toEqual(state.apiVersions);
    expect(specVersions).toEqual(state.specVersions);
    expect(await ask('wallet_supportedWalletApi')).toEqual(apiVersions);
    expect(await ask('wallet_supportedSpecs')).toEqual(specVersions);
  });

  it('connects, and connects silently only what was connected before', async () => {
    const { wallet, ask } = open();
    const silent = () => ask('wallet_requestAccounts', { silent_mode: true });
    expect(await silent()).toEqual([]);
    expect(await ask('wallet_getPermissions')).toEqual([]);
    expect(wallet.dialogs).toEqual([]);
    expect(await ask('wallet_requestAccounts')).toEqual([first]);
    expect(await silent()).toEqual([first]);
    expect(await ask('wallet_getPermissions')).toEqual(['accounts']);
    expect(wallet.dialogs).toHaveLength(1);
  });

  it('switches the network, and stays connected', async () => {
    const { wallet, ask, codeOf } = open();
    await ask('wallet_requestAccounts');
    wallet.refuse();
    const mainnet = { chainId: chainIds.mainnet };
    expect(await codeOf('wallet_switchStarknetChain', mainnet)).toEqual([
      113,
      'An error occurred (USER_REFUSED_OP): The user declined the request.',
    ]);
    expect(await codeOf('wallet_switchStarknetChain', { chainId: '0x1' })).toEqual([
      117,
      expect.stringMatching(/^An error occurred \(CHAIN_ID_NOT_SUPPORTED\): \w.*\.$/u),
    ]);
    expect(await codeOf('wallet_switchStarknetChain', { ...mainnet, silent_mode: true })).toContain(
      117,
    );
    wallet.approve();
    expect(await ask('wallet_switchStarknetChain', mainnet)).toBe(true);
    expect(await ask('wallet_requestChainId')).toBe(chainIds.mainnet);
    expect(await ask('wallet_requestAccounts', { silent_mode: true })).toEqual([first]);
  });

  it('accepts the networks that the module serves', async () => {
    const { ask, codeOf } = open();
    expect(await ask('wallet_addStarknetChain', { chain_id: chainIds.mainnet })).toBe(true);
    expect(await codeOf('wallet_addStarknetChain', { chain_id: '0x1' })).toContain(163);
  });

  it('signs typed data, as two felts', async () => {
    const { ask } = open();
    const signature = await ask('wallet_signTypedData', shortMessage({ text: 'Hello' }));
    expect(signature).toEqual([expect.stringMatching(/^0x/u), expect.stringMatching(/^0x/u)]);
  });

  it.each([
    ['wallet_strk20Balances', { tokens: [] }, 118, 'NOT_REGISTERED'],
    ['toString', {}, 163, 'UNKNOWN_ERROR'],
    ['wallet_requestAccounts', { api_version: '0.6' }, 162, 'API_VERSION_NOT_SUPPORTED'],
    ['wallet_addInvokeTransaction', {}, 114, 'INVALID_REQUEST_PAYLOAD'],
    ['wallet_addInvokeTransaction', { calls: [], proof: {} }, 114, 'INVALID_REQUEST_PAYLOAD'],
    ['wallet_addInvokeTransaction', { calls: [{}] }, 114, 'INVALID_REQUEST_PAYLOAD'],
    ['wallet_watchAsset', { type: 'ERC721', options: {} }, 114, 'INVALID_REQUEST_PAYLOAD'],
  ])('answers %s of %p with %i', async (type, params, code, name) => {
    const { codeOf } = open();
    expect(await codeOf(type, params)).toEqual([
      code,
      expect.stringContaining(`An error occurred (${name})`),
    ]);
  });

  it.each(['0.7', '0.7.2', '0.10', '0.10.4'])('accepts version %s', async (api_version) => {
    const { ask } = open();
    expect(await ask('wallet_getPermissions', { api_version })).toEqual([]);
  });

  it('carries what the module said in the data of an error', async () => {
    const { wallet, ask } = open();
    wallet.refuse();
    await expect(ask('wallet_requestAccounts')).rejects.toMatchObject({
      code: 113,
      data: { code: 4001, kind: 'userRejected' },
    });
  });
});

describe('a page that was connected before, asked for two things at once', () => {
  /** The forms as seen by a page after a reload; each reply is a separate message. */
  async function reload() {
    const { wallet, ask } = open();
    await ask('wallet_requestAccounts');
    const provider = wallet.providerFor(ORIGIN);
    let last: Promise<unknown> = Promise.resolve();
    const request: typeof provider.request = async (call) => {
      const reply = await provider.request(call);
      last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
      await last;
      return reply;
    };
    return createShapes({ request });
  }
  const twice = <T>(run: () => Promise<T>) => Promise.all([run(), run()]);

  it('connects both silently, as under React’s StrictMode', async () => {
    const { 'standard:connect': feature } = (await reload()).standardWallet.features;
    const both = await twice(() => feature.connect({ silent: true }));
    expect(both.map(({ accounts }) => accounts.map(({ address }) => address))).toEqual([
      [first],
      [first],
    ]);
  });

  it('signs both', async () => {
    const { request } = (await reload()).windowObject;
    const params = shortMessage({ text: 'Hello' });
    const both = await twice(() => request({ type: 'wallet_signTypedData', params }));
    expect(both.flat()).toHaveLength(4);
  });
});

describe('the window object', () => {
  it('reports another account and network, never by an empty list', async () => {
    const { wallet, ask, windowObject, connection } = open();
    await ask('wallet_requestAccounts');
    const told: unknown[] = [];
    const onAccounts = (accounts?: string[]) => told.push(['accounts', accounts]);
    const onNetwork = (chainId?: string, accounts?: string[]) =>
      told.push(['network', chainId, accounts]);
    windowObject.on('accountsChanged', onAccounts);
    windowObject.on('networkChanged', onNetwork);
    await ask('wallet_switchStarknetChain', { chainId: chainIds.mainnet });
    await connection.look();
    expect(told.splice(0)).toEqual([['network', chainIds.mainnet, [first]]]);
    wallet.disconnect(ORIGIN);
    await connection.look();
    expect(told.splice(0)).toEqual([['accounts', undefined]]);
    windowObject.off('accountsChanged', onAccounts);
    windowObject.off('networkChanged', onNetwork);
    await ask('wallet_requestAccounts');
    expect(told).toEqual([]);
  });

  it('calls a listener once that is given twice, of what it is for alone, and again when it is given again', async () => {
    // If a failed test leaves a listener behind, it must not block others.
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const state = {
      network: { chainId: chainIds.sepolia as string },
      accounts: [{ address: '0x1' }, { address: '0x2' }],
      currentAccount: '0x1',
    };
    const request = async ({ params }: { params?: unknown }) =>
      structuredClone(params ? state : { 'npm:@xnet/module': { enabled: true } });
    const { windowObject, connection } = createShapes({ request });
    const told: unknown[] = [];
    const onAccounts = (accounts?: string[]) => told.push(accounts);
    const onNetwork = (chainId?: string) => told.push(chainId);
    windowObject.on('accountsChanged', onAccounts);
    windowObject.on('accountsChanged', onAccounts);
    windowObject.on('networkChanged', onNetwork);
    const become = async (change: Partial<typeof state>) => {
      Object.assign(state, change);
      await connection.look();
      return told.splice(0);
    };
    // The previous network is unknown, so no change of network is reported.
    expect(await become({})).toEqual([['0x1', '0x2']]);
    expect(await become({ currentAccount: '0x2' })).toEqual([['0x2', '0x1']]);
    expect(await become({ network: { chainId: chainIds.mainnet } })).toEqual([chainIds.mainnet]);
    windowObject.off('accountsChanged', onAccounts);
    expect(await become({ currentAccount: '0x1' })).toEqual([]);
    windowObject.on('accountsChanged', onAccounts);
    expect(await become({ currentAccount: '0x2' })).toEqual([['0x2', '0x1']]);
    windowObject.off('accountsChanged', onAccounts);
    windowObject.off('networkChanged', onNetwork);
    expect(await become({ currentAccount: '0x1' })).toEqual([]);
  });

  it('keeps the legacy keys', async () => {
    const { windowObject } = open();
    expect(windowObject).toMatchObject({ id: 'xnet', name: 'Xnet', isConnected: false });
    expect('provider' in windowObject && 'account' in windowObject).toBe(true);
    expect(await windowObject.isPreauthorized()).toBe(false);
    expect(await windowObject.enable()).toEqual([first]);
    expect(await windowObject.isPreauthorized()).toBe(true);
    expect(windowObject).toMatchObject({
      isConnected: true,
      selectedAddress: first,
      chainId: chainIds.sepolia,
    });
  });
});

describe('the wallet of the wallet standard', () => {
  it('connects, tells accounts with key and network, and disconnects', async () => {
    const { standardWallet } = open();
    const { features, name, chains } = standardWallet;
    const served = [chainIds.mainnet, chainIds.sepolia].map((chainId) => `starknet:${chainId}`);
    expect(name).toBe('Xnet');
    expect(chains).toEqual(served);
    expect(features['starknet:walletApi'].id).toBe('xnet');
    expect(await features['standard:connect'].connect({ silent: true })).toEqual({ accounts: [] });
    const { accounts } = await features['standard:connect'].connect();
    expect(accounts).toMatchObject([
      { address: first, chains: [`starknet:${chainIds.sepolia}`], features: [] },
    ]);
    const key = Buffer.from(accounts[0]?.publicKey ?? []).toString('hex');
    expect(BigInt(`0x${key}`)).toBe(BigInt(vectors.accounts[0]?.publicKey ?? 0));
    const told: unknown[] = [];
    const end = features['standard:events'].on('change', (change) => told.push(change));
    await features['standard:disconnect'].disconnect();
    expect(told).toEqual([{ accounts: [] }]);
    expect(standardWallet.accounts).toEqual([]);
    end();
  });

  it('fails to disconnect in the words of the wallet API, as in all else', async () => {
    const stopped = Object.assign(new Error('The wallet is not running.'), { code: 4900 });
    const request = async () => {
      throw stopped;
    };
    const { features } = createShapes({ request }).standardWallet;
    const failing = features['standard:disconnect'].disconnect();
    await expect(failing).rejects.toBeInstanceOf(WalletApiError);
    await expect(failing).rejects.toMatchObject({ code: 163, data: { code: 4900 } });
  });
});

describe('the events of the window object', () => {
  it('takes a listener for any name, as libraries of other versions listen to more', () => {
    const { windowObject } = open();
    const never = () => {
      throw new Error('It does not happen.');
    };
    for (const name of ['connect', 'disconnect', '', 'toString', '__proto__', 'constructor']) {
      windowObject.on(name as 'accountsChanged', never);
      windowObject.off(name as 'accountsChanged', never);
    }
    expect(windowObject.isConnected).toBe(false);
  });
});
