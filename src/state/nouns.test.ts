import { beforeAll, describe, expect, it } from '@jest/globals';
import vectors from '../../test/vectors/accounts.json';
import { createEntropy } from '../../test/wallet/fakeWallet';
import { memoryStorage } from '../../test/wallet/memoryStorage';
import { deriveAccount } from '../flow/accounts/account';
import { createKeys } from '../flow/accounts/keys';
import type { StoredAccount } from '../schema/account';
import { chainIds } from '../schema/primitives';
import { createAccounts } from './accounts';
import { createSettings } from './settings';
import { createStore } from './store';

const { mainnet, sepolia } = chainIds;

/** The accounts of the first two indexes of the test phrase, as they are when just derived. */
const derived: StoredAccount[] = [];
beforeAll(async () => {
  const keys = createKeys(async () => createEntropy(vectors.mnemonic));
  for (const index of [0, 1]) derived.push(await deriveAccount({ keys }, sepolia, index));
});
const accountOf = (index: number): StoredAccount => derived[index] as StoredAccount;

describe('accounts', () => {
  const open = () => createAccounts(createStore(memoryStorage().storage));

  it('keeps accounts by network, in the order of addition', async () => {
    const accounts = open();
    await accounts.keepFound(sepolia, [accountOf(1)]);
    await accounts.keepFound(sepolia, [accountOf(0)]);
    await accounts.keepFound(mainnet, [{ ...accountOf(0), chainId: mainnet }]);
    expect((await accounts.list(sepolia)).map((one) => one.addressIndex)).toEqual([1, 0]);
    expect(await accounts.list(mainnet)).toHaveLength(1);
  });

  it('finds an account by any spelling of its address, and saves it once', async () => {
    const accounts = open();
    await accounts.keepFound(sepolia, [accountOf(0)]);
    const short = `0x${BigInt(accountOf(0).address).toString(16).toUpperCase()}`;
    expect(await accounts.get(sepolia, short)).toEqual(accountOf(0));
    await accounts.keepFound(sepolia, [{ ...accountOf(0), address: short.toLowerCase() }]);
    expect(await accounts.list(sepolia)).toHaveLength(1);
  });

  it('refuses an account on the other network', async () => {
    const accounts = open();
    await accounts.keepFound(sepolia, [accountOf(0)]);
    await expect(accounts.get(mainnet, accountOf(0).address)).rejects.toMatchObject({
      kind: 'unknownAccount',
    });
  });

  it('marks an account as deployed, and ignores an unknown one', async () => {
    const accounts = open();
    await accounts.keepFound(sepolia, [accountOf(0)]);
    await accounts.markDeployed(sepolia, accountOf(1).address);
    await accounts.markDeployed(sepolia, accountOf(0).address);
    expect(await accounts.list(sepolia)).toEqual([{ ...accountOf(0), deployment: 'deployed' }]);
  });

  it.each([
    ['Account 1, OpenZeppelin 1.0.0', 'Account 1, Argent 0.4.0'],
    ['Account 1', 'Account 1'],
    ['Not OpenZeppelin 1.0.0', 'Not OpenZeppelin 1.0.0'],
  ])('names an account by the class found, unless the user named it: %s', async (name, now) => {
    const accounts = open();
    const account = { ...accountOf(0), name, accountClass: 'openZeppelin100' } as const;
    await accounts.keepFound(sepolia, [account]);
    const found = { ...account, accountClass: 'argent040', deployment: 'deployed' } as const;
    await accounts.keepFound(sepolia, [found]);
    expect(await accounts.list(sepolia)).toEqual([{ ...found, name: now }]);
  });

  it('keeps both of two accounts added at once', async () => {
    const accounts = open();
    await Promise.all([0, 1].map((index) => accounts.keepFound(sepolia, [accountOf(index)])));
    expect(await accounts.list(sepolia)).toHaveLength(2);
  });
});

describe('the current network', () => {
  it('defaults to Sepolia, and keeps the user’s choice over a restart', async () => {
    const { storage } = memoryStorage();
    expect(await createSettings(createStore(storage)).network.chosen()).toBe(sepolia);
    await createSettings(createStore(storage)).network.choose(mainnet);
    expect(await createSettings(createStore(storage)).network.chosen()).toBe(mainnet);
  });
});

describe('the endpoints of the user', () => {
  const key = 'k3y-0f-th3-us3r';
  const endpoint = { url: `https://user:pass@node.example:8443/v3/${key}?token=t0k3n` };

  // @promise T22.2
  it('stores the endpoints encrypted, and only the host in the open', async () => {
    const memory = memoryStorage();
    const settings = createSettings(createStore(memory.storage));
    await settings.nodes.choose(sepolia, [endpoint]);
    expect(await settings.nodes.of(sepolia)).toEqual([endpoint]);
    expect(await settings.nodes.shown()).toEqual({ [sepolia]: ['node.example:8443'] });
    const inTheOpen = [...memory.parts.plain].flat().join();
    for (const hidden of [key, 't0k3n', 'pass', 'v3'])
      expect([hidden, inTheOpen.includes(hidden)]).toEqual([hidden, false]);
    expect([...memory.parts.secret.values()].join()).toContain(key);
    await settings.nodes.choose(sepolia, undefined);
    expect(await settings.nodes.shown()).toEqual({});
    expect([...memory.parts.secret.values()].join()).not.toContain(key);
  });

  it('unlocks no wallet to read endpoints if none are set', async () => {
    const memory = memoryStorage();
    const asked: string[] = [];
    const settings = createSettings(
      createStore({
        ...memory.storage,
        get(name, secrecy) {
          asked.push(secrecy);
          return memory.storage.get(name, secrecy);
        },
      }),
    );
    expect(await settings.nodes.of(sepolia)).toBeUndefined();
    expect(asked).not.toContain('secret');
  });

  it('leaves the other network on the defaults', async () => {
    const settings = createSettings(createStore(memoryStorage().storage));
    await settings.nodes.choose(sepolia, [endpoint]);
    expect(await settings.nodes.of(mainnet)).toBeUndefined();
  });

  it('returns to the defaults when nothing is chosen, and leaves no key behind', async () => {
    const memory = memoryStorage();
    const settings = createSettings(createStore(memory.storage));
    await settings.nodes.choose(sepolia, [endpoint]);
    await settings.nodes.choose(sepolia, undefined);
    expect(await settings.nodes.of(sepolia)).toBeUndefined();
    expect([...memory.parts.secret.values()].join()).not.toContain(key);
  });

  // @promise T31.2
  it.each([1, 2])(
    'keeps the old or the new choice, never a mixture, when write %i is torn',
    async (at) => {
      for (const effect of ['before', 'after'] as const) {
        const memory = memoryStorage();
        await createSettings(createStore(memory.storage)).nodes.choose(sepolia, [endpoint]);
        const next = { url: 'https://other.example/rpc' };
        const settings = createSettings(createStore(memory.storage));
        memory.tearAt({ atWrite: at, effect });
        await expect(settings.nodes.choose(sepolia, [next])).rejects.toThrow();
        memory.tearAt(undefined);
        const { nodes } = createSettings(createStore(memory.storage));
        const [left] = (await nodes.of(sepolia)) ?? [];
        expect([endpoint, next]).toContainEqual(left);
        expect(await nodes.shown()).toEqual({ [sepolia]: [new URL(left?.url ?? '').host] });
      }
    },
  );

  // @promise T31.2
  it.each([1, 2])(
    'keeps all or nothing when write %i of the first choice or the last removal is torn',
    async (at) => {
      for (const effect of ['before', 'after'] as const)
        for (const [before, next] of [
          [undefined, [endpoint]],
          [[endpoint], undefined],
        ] as const) {
          const memory = memoryStorage();
          const of = () => createSettings(createStore(memory.storage)).nodes;
          await of().choose(sepolia, before && [...before]);
          memory.tearAt({ atWrite: at, effect });
          await expect(of().choose(sepolia, next && [...next])).rejects.toThrow();
          memory.tearAt(undefined);
          const left = await of().of(sepolia);
          expect([undefined, [endpoint]]).toContainEqual(left);
          expect(await of().shown()).toEqual(
            left ? { [sepolia]: [new URL(endpoint.url).host] } : {},
          );
          await of().choose(sepolia, [endpoint]);
          expect(await of().of(sepolia)).toEqual([endpoint]);
        }
    },
  );
});
