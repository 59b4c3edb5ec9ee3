import { describe, expect, it } from '@jest/globals';
import { fakeWallet } from '../../../test/wallet/fakeWallet';
import { openPage } from '../../../test/wallet/openPage';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { createModule } from '../../compose';
import { defaultEndpoints } from '../../remote/starknet/defaults';
import { chainIds, networks } from '../../schema/primitives';
import { storedParts } from '../../ui/home/stored';
import { getLinkName } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const others = {
  endpointHosts: { [chainId]: ['node.example:8443'] },
  explorers: { [chainId]: 'voyager' },
  paymasterHosts: { [chainId]: 'paymaster.example' },
  prices: 'avnu',
  serviceHosts: {
    [`ethereum.${chainId}`]: 'ethereum.example',
    gas: 'gas.example',
    ipfs: 'ipfs.example',
  },
};

/** Opens the page from the settings, and counts what is asked over HTTP. */
async function openStored(stored: object = {}) {
  let asked = 0;
  const page = openPage({
    async fetch() {
      asked += 1;
      return new Response('', { status: 404 });
    },
    sepoliaUrl: 'https://built.example/rpc',
    stored: {
      plain: { accounts: { [chainId]: storedAccounts(chainId, 1) }, ...stored },
      secret: { endpoints: { [chainId]: [{ url: 'https://node.example:8443/rpc' }] } },
    },
  });
  await page.press(getLinkName('settings'));
  expect(await page.now()).toContain('What is stored and who is asked');
  await page.press(getLinkName('stored'));
  return { ...page, asked: () => asked };
}

describe('what is stored and who is asked', () => {
  it('names the nodes of the build if nothing is set, and asks none of them', async () => {
    const { now, asked } = await openStored();
    const page = await now();
    expect(page).toContain('built.example');
    expect(page.match(/Not asked/gu)).toHaveLength(6);
    expect(page).toContain('never stored');
    expect(asked()).toBe(0);
  });

  it('tells what is meant by each kind at a button, and leads back to the settings', async () => {
    const { now, press, asked } = await openStored();
    expect(await now()).not.toContain('Which sites see which accounts');
    await press(storedParts.unfold);
    expect(await now()).toContain('Which sites see which accounts');
    await press(storedParts.unfold);
    expect(await now()).not.toContain('Which sites see which accounts');
    expect(await now()).toContain(`"name":"${getLinkName('settings')}"`);
    expect(await now()).not.toContain(`"name":"${getLinkName('main')}"`);
    expect(asked()).toBe(0);
  });

  it('names every host that is set, instead of the public nodes', async () => {
    const { now, asked } = await openStored(others);
    const page = await now();
    for (const host of ['node', 'paymaster', 'ethereum', 'gas', 'ipfs'])
      expect(page).toContain(`${host}.example`);
    for (const host of [
      'node.example:8443',
      'sepolia-api.voyager.online',
      'sepolia.impulse.avnu.fi',
    ])
      expect(page).toContain(host);
    expect(page).not.toMatch(/Not asked|built/u);
    expect(asked()).toBe(0);
  });

  it('names the hosts of the network in sight, and none of another one', async () => {
    const mainnet = networks.find(({ chainId: id }) => id === chainIds.mainnet);
    const { now } = await openStored({ ...others, network: chainIds.mainnet });
    const page = await now();
    expect(page).toContain(`Who is asked on ${mainnet?.name}`);
    expect(page).not.toMatch(/node\.example|paymaster\.example|ethereum\.example|voyager/u);
    expect(page).toContain('gas.example');
  });

  it('names the public nodes if the build has none of its own', () => {
    const { wallet } = fakeWallet();
    const { publicHosts } = createModule({ wallet, fetch, now: Date.now });
    for (const { chainId: id } of networks) {
      const hosts = defaultEndpoints[id].map(({ url }) => new URL(url).host);
      expect(publicHosts(id).nodes).toEqual([...new Set(hosts)]);
    }
  });

  it('leaves out only what cannot be read', async () => {
    const { now } = await openStored({ ...others, paymasterHosts: 7 });
    const page = await now();
    expect(page).toContain('Cannot be read: paymasters');
    expect(page).toContain('node.example:8443');
    expect(page).not.toContain('Not asked');
  });
});
