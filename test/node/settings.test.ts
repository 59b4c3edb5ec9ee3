import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import type { LocalChain } from '../../scripts/start/localChain';
import { chainIds } from '../../src/schema/primitives';
import { mainParts } from '../../src/ui/home/main';
import { settingParts } from '../../src/ui/home/settings';
import { homeParts } from '../../src/ui/home/view';
import { startChain } from '../chain/chain';
import { type Fault, type FaultServer, startFaultServer } from '../chain/faultServer';
import { type NodeProxy, startProxy } from '../chain/proxy';
import { ownPort } from '../stage/ownPort';
import { openPage } from '../wallet/openPage';
import { sayEnglish } from '../wallet/sayEnglish';
import { openAccount, STRK } from './account';

/** Nothing listens here. */
const NOBODY = 'http://127.0.0.1:9/';
const KEY = 'canary0123456789abcdef';
const chainId = chainIds.sepolia;

let chain: LocalChain;
let mainnet: LocalChain;
/** The module's default nodes, and the user's own. */
let usual: NodeProxy;
let own: NodeProxy;
beforeAll(async () => {
  [chain, mainnet] = await Promise.all([startChain(), startChain({ chainId: 'MAINNET' })]);
  usual = await startProxy({ target: chain.url });
  own = await startProxy({ target: chain.url });
}, 180_000);
afterAll(async () => {
  await Promise.all([usual?.stop(), own?.stop()]);
  await Promise.all([chain?.stop(), mainnet?.stop()]);
});
beforeEach(() => {
  usual.reset();
  own.reset();
});

/** The URL of the user's own node, with an API key as providers use it. */
const withKey = (url: string) => `${url}?apikey=${KEY}`;

const open = (options: Parameters<typeof openPage>[0] = {}) =>
  openPage({ sepoliaUrl: usual.url, ...options });
/** Outcomes of each check on the page; while one is under way, it says so. */
const outcomes = (drawn: readonly string[]) =>
  drawn.filter((text) => !text.includes(sayEnglish('home.checking')));
const symbol = { contractAddress: STRK, contractFuncName: 'symbol' };

describe('the user’s own node', () => {
  it('accepts a node that answers for the network, and reads it from then on', async () => {
    const { use, invoke, drawn, state, page } = open();
    await use(`  ${withKey(own.url)} `);
    expect(own.methods().flat()).toContain('starknet_chainId');
    expect(usual.requests()).toBe(0);
    expect(outcomes(drawn)).toHaveLength(1);
    expect(drawn.at(-1)).toContain('Testnet (Sepolia): your node is now in use.');
    const { host } = new URL(own.url);
    expect(drawn.at(-1)).toContain(host);

    own.reset();
    expect(BigInt((await invoke('xnet_getValue', symbol))[1])).toBe(BigInt('0x5354524b'));
    expect(own.requests()).toBeGreaterThan(0);
    expect(usual.requests()).toBe(0);

    expect(state.plain).toMatchObject({ endpointHosts: { [chainId]: [host] } });
    expect(JSON.stringify(state.plain)).not.toContain(KEY);
    expect(JSON.stringify(state.secret)).toContain(KEY);
    for (const shown of [...drawn, await page()]) expect(shown).not.toContain(KEY);
  });

  it('keeps the node over a restart, for its own network alone', async () => {
    const first = open();
    await first.use(withKey(own.url));
    const second = open({ stored: first.state, mainnetUrl: mainnet.url });
    own.reset();
    await second.invoke('xnet_getValue', symbol);
    expect(own.requests()).toBeGreaterThan(0);
    expect(usual.requests()).toBe(0);
    own.reset();
    await second.invoke('xnet_getValue', {
      ...symbol,
      chainId: 'SN_MAIN',
    });
    expect(own.requests()).toBe(0);
    expect(usual.requests()).toBe(0);
  });

  it('returns to the public nodes, and forgets the address', async () => {
    const { use, reset, invoke, state, drawn, module } = open();
    await use(withKey(own.url));
    await reset(chainIds.mainnet);
    expect(await module.settings.nodes.of(chainId)).toHaveLength(1);
    await reset();
    expect(drawn.at(-1)).toContain('Local chain: your node is no longer in use.');
    expect(JSON.stringify(state)).not.toContain(KEY);
    own.reset();
    await invoke('xnet_getValue', symbol);
    expect(own.requests()).toBe(0);
    expect(usual.requests()).toBeGreaterThan(0);
  });

  it('replaces the one before', async () => {
    const { use, module, state } = open();
    await use(withKey(own.url));
    await use(usual.url);
    expect(await module.settings.nodes.of(chainId)).toEqual([{ url: usual.url }]);
    expect(JSON.stringify(state)).not.toContain(KEY);
  });
});

describe('a node that is not taken', () => {
  let broken: FaultServer | undefined;
  afterEach(() => broken?.stop());

  /** Nothing of it is stored or shown, and the previous nodes are still used. */
  async function expectRefused(url: unknown, title: string) {
    const { use, invoke, drawn, state, module } = open();
    await use(url);
    expect(outcomes(drawn)).toHaveLength(1);
    expect(drawn.at(-1)).toContain(title);
    expect(drawn.at(-1)).toContain('danger');
    expect(await module.settings.nodes.shown()).toEqual({});
    expect(JSON.stringify([drawn, state])).not.toContain(KEY);
    expect(await invoke('xnet_getValue', symbol)).toHaveLength(3);
    expect(usual.requests()).toBeGreaterThan(0);
    return String(drawn.at(-1));
  }

  it('serves another network', async () => {
    const shown = await expectRefused(withKey(mainnet.url), 'Not accepted');
    expect(shown).toContain('another network');
  });

  it('refuses a node that is down', async () => {
    const down = `http://127.0.0.1:${await ownPort()}/`;
    await expectRefused(withKey(down), 'Not accepted');
  });

  it.each([
    [
      'quotes the key in its refusal',
      { kind: 'status', status: 401, body: `{"error":"no ${KEY}"}` },
    ],
    ['sends what is no JSON', { kind: 'body', body: `<h1>${KEY}</h1>` }],
    ['sends its visitors elsewhere', { kind: 'redirect', to: `http://127.0.0.1:9/${KEY}` }],
  ] satisfies [string, Fault][])('refuses a node that %s', async (_, fault) => {
    broken = await startFaultServer();
    broken.always(fault);
    await expectRefused(`${broken.url}/${KEY}`, 'Not accepted');
  });

  it('quotes the key in the error that it answers with', async () => {
    broken = await startFaultServer(() => ({ error: { code: -32000, message: `key ${KEY}` } }));
    await expectRefused(`${broken.url}/v1/${KEY}`, 'Not accepted');
  });

  it.each([
    ['http to another computer', `http://node.example/${KEY}`],
    ['http to a name that only begins like this computer', `http://localhost.evil.example/${KEY}`],
    ['another protocol', `ftp://127.0.0.1/${KEY}`],
    ['a script', `javascript:alert("${KEY}")`],
    ['a WebSocket', `wss://node.example/${KEY}`],
    ['a text that is no address', `node ${KEY}`],
    ['an empty text', ''],
    ['nothing', null],
    ['something that is no text', [`https://node.example/${KEY}`]],
  ])('refuses %s as the address', async (_, url) => {
    await expectRefused(url, 'That is not an address');
    expect(own.requests()).toBe(0);
  });

  it('refuses an address with a password', async () => {
    const url = own.url.replace('://', `://user:${KEY}@`);
    await expectRefused(url, 'danger');
    expect(own.requests()).toBe(0);
  });

  it.each([['0x1'], [''], [null], ['__proto__']])(
    'refuses a node for the network %p',
    async (network) => {
      const { use, drawn, module } = open();
      await use(own.url, network);
      // No person can choose it, so there is nobody to inform.
      expect(outcomes(drawn)).toEqual([]);
      expect(await module.settings.nodes.shown()).toEqual({});
      expect(own.requests()).toBe(0);
    },
  );

  it('leaves the one before in place', async () => {
    const { use, module } = open();
    for (const url of [own.url, withKey(mainnet.url)]) await use(url);
    expect(await module.settings.nodes.of(chainId)).toEqual([{ url: own.url }]);
  });
});

describe('the module’s page', () => {
  it('draws in a fresh state with every node down', async () => {
    const { page } = open({ sepoliaUrl: NOBODY });
    const shown = await page();
    expect(shown).toContain('I had accounts before');
    expect(shown).toMatch(/127\.0\.0\.1:9/u);
  });

  it('draws accounts and their transactions without asking a node', async () => {
    const { address, invoke, state } = await openAccount(chain.url, { addressIndex: 0 });
    const call = { contractAddress: STRK, entrypoint: 'approve', calldata: ['0x5e', '0x1', '0x0'] };
    await invoke('xnet_executeTxn', { address, calls: call });
    usual.reset();
    const { page } = open({ stored: state });
    const shown = await page();
    for (const part of [
      address,
      'Allow 0.000000000000000001 STRK',
      'Deploy account',
      'https://dapp.example',
    ])
      expect(shown).toContain(part);
    expect(usual.requests()).toBe(0);
  });

  it('stays as it is for inputs that it does not know', async () => {
    const { input, drawn, state, page } = open();
    await page();
    const before = structuredClone(state);
    for (const event of [
      { type: 'FormSubmitEvent', name: 'another', value: {} },
      { type: 'ButtonClickEvent', name: 'another' },
      { type: 'ButtonClickEvent' },
      { type: 'ButtonClickEvent', name: `${homeParts.go}nowhere` },
      { type: 'ButtonClickEvent', name: `${settingParts.unfold}__proto__` },
      { type: 'InputChangeEvent', name: 'url', value: own.url },
      { type: 'InputChangeEvent', name: mainParts.network, value: '0x1' },
    ])
      await input(event);
    expect(drawn).toEqual([]);
    expect(state).toEqual(before);
  });
});
