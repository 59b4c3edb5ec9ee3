import { describe, expect, it } from '@jest/globals';
import { createClock } from '../test/wallet/clock';
import { fakeWallet } from '../test/wallet/fakeWallet';
import { openPage } from '../test/wallet/openPage';
import { defaultEndpoints } from './clients/starknet/defaults';
import { starknet_blockNumber } from './clients/starknet/starknet_blockNumber';
import { createModule } from './compose';
import { chainIds } from './schema/primitives';
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
  it('calls it so in the settings, with its address', async () => {
    const page = openPage({ sepoliaUrl: 'http://127.0.0.1:3913/rpc' });
    await page.press(`${homeParts.go}settings`);
    expect(await page.now()).toContain('Local chain: 127.0.0.1:3913');
  });
});
