import { describe, expect, it } from '@jest/globals';
import { errorKinds } from '@xnet/clients/errors';
import { errorHints } from '../scripts/build/errorHints';
import { createClock } from '../test/wallet/clock';
import { fakeWallet } from '../test/wallet/fakeWallet';
import { openPage } from '../test/wallet/openPage';
import { createModule } from './compose';
import { defaultEndpoints } from './remote/starknet/defaults';
import { starknet_addInvokeTransaction } from './remote/starknet/starknet_addInvokeTransaction';
import { starknet_blockNumber } from './remote/starknet/starknet_blockNumber';
import { chainIds } from './schema/primitives';
import { settingParts } from './ui/home/settings';
import { homeParts } from './ui/home/view';

describe('a build that names no nodes', () => {
  it('asks the public ones, although its list is there and empty', async () => {
    const asked: string[] = [];
    const { wallet } = fakeWallet();
    const module = createModule({
      ...createClock(),
      wallet,
      endpoints: { [chainIds.sepolia]: [], [chainIds.mainnet]: [] },
      fetch: async (url) => {
        asked.push(String(url));
        throw new TypeError('fetch failed');
      },
    });
    for (const chainId of [chainIds.sepolia, chainIds.mainnet]) {
      const node = await module.node(chainId);
      await expect(node.read(starknet_blockNumber())).rejects.toMatchObject({
        kind: 'nodeUnavailable',
      });
      expect(asked).toEqual(
        expect.arrayContaining(defaultEndpoints[chainId].map(({ url }) => url)),
      );
      expect(module.localChain(chainId)).toBeUndefined();
    }
  });
});

describe('a build that names a chain on this machine', () => {
  it('fails at once if no node is set for the other network, without a request', async () => {
    const { wallet } = fakeWallet();
    const asked: unknown[] = [];
    const module = createModule({
      ...createClock(),
      wallet,
      endpoints: {
        [chainIds.sepolia]: [{ url: 'http://127.0.0.1:3913/rpc' }],
        [chainIds.mainnet]: [],
      },
      fetch: async (url) => {
        asked.push(url);
        throw new TypeError('fetch failed');
      },
    });
    const node = await module.node(chainIds.mainnet);
    const refused = {
      kind: 'nodeUnavailable',
      message: expect.stringContaining('No node is set for Mainnet.'),
    };
    await expect(node.read(starknet_blockNumber())).rejects.toMatchObject(refused);
    const sending = starknet_addInvokeTransaction({ invoke_transaction: {} as never }); // reason: never sent
    await expect(node.send(sending)).rejects.toMatchObject(refused);
    expect(module.localChain(chainIds.mainnet)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('asks the node that the user sets for it', async () => {
    const asked: string[] = [];
    const { module } = openPage({
      fetch: async (url) => {
        asked.push(String(url));
        throw new TypeError('fetch failed');
      },
    });
    await module.settings.nodes.choose(chainIds.mainnet, [{ url: 'https://node.example/rpc' }]);
    const node = await module.node(chainIds.mainnet);
    await expect(node.read(starknet_blockNumber())).rejects.toMatchObject({
      kind: 'nodeUnavailable',
    });
    expect(new Set(asked)).toEqual(new Set(['https://node.example/rpc']));
  });

  it('asks the local chain, too, if an older version stored that no node is set', async () => {
    const asked: string[] = [];
    const { module } = openPage({
      stored: { plain: { endpointHosts: { [chainIds.sepolia]: [] } } },
      sepoliaUrl: 'http://127.0.0.1:3913/rpc',
      fetch: async (url) => {
        asked.push(String(url));
        throw new TypeError('fetch failed');
      },
    });
    const node = await module.node(chainIds.sepolia);
    await expect(node.read(starknet_blockNumber())).rejects.toMatchObject({
      kind: 'nodeUnavailable',
    });
    expect(new Set(asked)).toEqual(new Set(['http://127.0.0.1:3913/rpc']));
  });

  it('names the local chain in the settings, with its address', async () => {
    const page = openPage({ sepoliaUrl: 'http://127.0.0.1:3913/rpc' });
    await page.press(`${homeParts.go}settings`);
    await page.press(settingParts.advanced);
    expect(await page.now()).toContain('Local chain: 127.0.0.1:3913');
  });
});

describe('what to do about errors', () => {
  it('reads the hints from the package once, and again only after a failure', async () => {
    const { wallet } = fakeWallet();
    const read: unknown[] = [];
    const module = createModule({
      ...createClock(),
      fetch,
      wallet: {
        ...wallet,
        request: (call: never) => {
          const { method, params } = call as { method: string; params: { path?: string } };
          if (method !== 'snap_getFile') return wallet.request(call);
          read.push(params.path);
          return read.length === 1 ? Promise.reject(new Error('Locked.')) : wallet.request(call);
        },
      } as typeof wallet, // The wallet, with a file that cannot be read at first.
    });
    expect(await module.hints()).toEqual({});
    const hints = await module.hints();
    expect(hints).toEqual(errorHints);
    expect(Object.keys(hints)).toEqual(Object.keys(errorKinds));
    expect(await module.hints()).toBe(hints);
    expect(read).toEqual(['./static/hints.json', './static/hints.json']);
  });
});

describe('the next look of the tracker', () => {
  it('waits for no later one, and is one if a sooner one waits', async () => {
    const { wallet, events } = fakeWallet();
    const module = createModule({ wallet, fetch, now: Date.now });
    const durations = () => events.map(({ duration }) => duration);
    await module.wakeTracker(60);
    await module.wakeTracker(2);
    expect(durations()).toEqual(['PT60S', 'PT2S']);
    await module.wakeTracker(30);
    await module.wakeTracker(2);
    expect(durations()).toEqual(['PT60S', 'PT2S']);
  });
});
