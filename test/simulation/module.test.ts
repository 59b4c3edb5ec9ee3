/** @jest-environment-options {"server": {"enabled": false}} */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { installSnap } from '@metamask/snaps-jest';
import type { Json } from '@metamask/snaps-sdk';
import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import openrpc from '../../openrpc.json';
import house from '../contract/house.json';
import { getText } from '../node/readDialog';
import vectors from '../vectors/accounts.json';
import { type ServedModule, serveModule } from './servedModule';

jest.setTimeout(180_000);

let served: ServedModule;
beforeAll(async () => {
  served = await serveModule();
});
afterAll(() => served.stop());

const DAPP = 'https://dapp.example';
const [first, second] = vectors.accounts;

/** A new wallet for each test, with the vectors' phrase. */
async function install(unencryptedState: Record<string, Json> = {}) {
  const snap = await installSnap(served.id, {
    options: { secretRecoveryPhrase: vectors.mnemonic, unencryptedState },
  });
  const request = (method: string, params?: Record<string, Json>) =>
    snap.request({ origin: DAPP, method, ...(params && { params }) });
  return {
    ...snap,
    /** Sends a request that opens no dialog. */
    async ask(method: string, params?: Record<string, Json>) {
      const { response } = await request(method, params);
      return response;
    },
    /** Sends a request, reads its dialog, and answers it. */
    async answer(method: string, params: Record<string, Json>, answer: 'confirm.1' | 'cancel') {
      const asked = request(method, params);
      const dialog = await asked.getInterface();
      if (answer !== 'cancel') await dialog.clickElement(answer);
      else if ('cancel' in dialog) await dialog.cancel();
      const { response } = await asked;
      return { response, shown: getText(dialog.content as JSXElement) };
    },
    /** All text of the module's own page. */
    async homePage() {
      const page = await snap.onHomePage();
      return { page, text: getText(page.getInterface().content as JSXElement) };
    },
  };
}
type Page = Awaited<ReturnType<Awaited<ReturnType<typeof install>>['homePage']>>['page'];

/** Opens the form for the user's own node. */
async function unfoldNode(page: Page): Promise<void> {
  await page.getInterface().clickElement('page.go.settings');
  await page.getInterface().clickElement('page.advanced');
  await page.getInterface().clickElement('page.unfold.node');
}
const grouped = (address = '') => address.slice(2).match(/.{4}/gu)?.join(' ') ?? '';

describe('the built module in a simulated wallet', () => {
  it('keeps its bundle below the limit', () => {
    expect(served.bundleBytes).toBeLessThanOrEqual(house.bundleBytes);
  });

  // @row xnet_getCurrentNetwork
  it('returns the network, under both names of the method', async () => {
    const { ask } = await install();
    const network = { name: 'Testnet (Sepolia)', chainId: '0x534e5f5345504f4c4941' };
    expect(await ask('xnet_getCurrentNetwork')).toEqual({ result: network });
    expect(await ask('starkNet_getCurrentNetwork')).toEqual({ result: network });
  });

  it('describes its methods', async () => {
    const { ask } = await install();
    const described = JSON.stringify(await ask('rpc.discover'));
    const { result } = JSON.parse(described) as { result: typeof openrpc };
    expect(result.methods).toEqual(openrpc.methods);
  });

  it('refuses bad params with their path', async () => {
    const { ask } = await install();
    const response = await ask('xnet_executeTxn', {
      address: first?.argent040 ?? '',
      calls: [{ contractAddress: '0x1', entrypoint: 'transfer', calldata: ['0x1', 'two'] }],
    });
    expect(response).toMatchObject({
      error: {
        code: -32602,
        message: expect.stringContaining('calls.0.calldata.1: Expected a felt'),
        data: { kind: 'invalidParams', path: 'calls.0.calldata.1', hint: expect.any(String) },
      },
    });
  });

  it.each(['xnet_nothing', 'toString', '__proto__', 'eth_accounts'])(
    'does not know a method %s',
    async (method) => {
      const { ask } = await install();
      expect(await ask(method)).toMatchObject({
        error: { code: -32601, data: { kind: 'methodNotFound' } },
      });
    },
  );

  // @row xnet_extractPublicKey
  it('creates the account that the phrase makes, once the user agrees', async () => {
    const { answer, ask, homePage } = await install();
    const { response, shown } = await answer('starkNet_createAccount', {}, 'confirm.1');
    expect(response).toEqual({ result: { transaction_hash: null, address: first?.argent040 } });
    expect(shown).toContain(DAPP);
    expect(shown).toContain('Local chain');
    expect(shown).toContain(grouped(first?.argent040));
    const key = await ask('xnet_extractPublicKey', { userAddress: first?.argent040 ?? '' });
    expect(key).toEqual({ result: first?.publicKey });
    expect((await homePage()).text).toContain(grouped(first?.argent040));
  });

  it('makes the next account at the next index', async () => {
    const { answer } = await install();
    await answer('xnet_createAccount', {}, 'confirm.1');
    const { response } = await answer('xnet_createAccount', {}, 'confirm.1');
    expect(response).toMatchObject({ result: { address: second?.argent040 } });
  });

  it('creates nothing when the user refuses, and says so', async () => {
    const { answer, homePage } = await install();
    const { response } = await answer('xnet_createAccount', {}, 'cancel');
    expect(response).toMatchObject({ error: { code: 4001, data: { kind: 'userRejected' } } });
    expect((await homePage()).text).not.toContain(first?.argent040);
    const again = await answer('xnet_createAccount', {}, 'confirm.1');
    expect(again.response).toMatchObject({ result: { address: first?.argent040 } });
  });

  // @row xnet_switchNetwork
  it('switches the network once the user agrees, and answers false otherwise', async () => {
    const { answer, ask } = await install();
    const mainnet = { chainId: '0x534e5f4d41494e' };
    const refused = await answer('xnet_switchNetwork', mainnet, 'cancel');
    expect(refused.response).toEqual({ result: false });
    const agreed = await answer('xnet_switchNetwork', mainnet, 'confirm.1');
    expect(agreed.response).toEqual({ result: true });
    expect(await ask('xnet_getCurrentNetwork')).toMatchObject({ result: mainnet });
    expect(await ask('xnet_switchNetwork', { chainId: '0x1' })).toEqual({ result: false });
  });

  it('reports that no node answers', async () => {
    const { ask } = await install();
    const holder = first?.argent040 ?? '';
    const response = await ask('xnet_getErc20TokenBalance', {
      tokenAddress: '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d',
      userAddress: holder,
    });
    expect(response).toMatchObject({
      error: { code: -32002, data: { kind: 'nodeUnavailable', retry: true } },
    });
  });

  // @promise P33.1
  it('fails as declared if the wallet’s own requests fail, with what a site has open', async () => {
    const snap = await install({ version: 99 });
    const failed = { error: { data: { kind: 'internal' } } };
    const tracked = await snap.onCronjob({ method: 'trackTransactions' });
    expect(tracked).toMatchObject({ response: failed });
    expect(await snap.onHomePage()).toMatchObject({ response: failed });
  });

  it('looks after open transactions when the wallet wakes it', async () => {
    const { onCronjob } = await install();
    const { response } = await onCronjob({ method: 'trackTransactions' });
    expect(response).toEqual({ result: null });
  });

  it('draws its page, and takes no address that is no node’s', async () => {
    const { homePage } = await install();
    const { page, text } = await homePage();
    expect(text).toContain('I had accounts before');
    await unfoldNode(page);
    expect(getText(page.getInterface().content as JSXElement)).toContain('Node 127.0.0.1:9');
    await page.getInterface().typeInField('url', 'http://node.example/v3/k3y');
    await page.getInterface().clickElement('page.submit.page.form.node');
    const changed = page.getInterface();
    expect(JSON.stringify(changed.content)).toContain('That is not an address');
    expect(getText(changed.content as JSXElement)).not.toContain('k3y');
  });

  it('shows on its page that balances are not available, and what sites asked', async () => {
    const { answer, homePage } = await install();
    await answer('xnet_createAccount', { addressIndex: 0 }, 'confirm.1');
    const { page, text } = await homePage();
    // This wallet wakes no module in the background.
    expect(text).toContain('Refresh');
    await page.getInterface().clickElement('page.go.main');
    const shown = getText(page.getInterface().content as JSXElement);
    expect(shown).toContain('Balances are not available, last tried at');
    await page.getInterface().clickElement('page.go.activity');
    const activity = getText(page.getInterface().content as JSXElement);
    expect(activity).toContain('Create an account');
  });

  it('looks for accounts at a button of its page, and says if no node answers', async () => {
    const { homePage } = await install();
    const { page } = await homePage();
    await page.getInterface().clickElement('page.find');
    const shown = getText(page.getInterface().content as JSXElement);
    expect(shown).toContain('No node of this network could be reached.');
    expect(shown).toContain('I had accounts before');
  });

  it('refuses a node that does not answer, and does not show its key', async () => {
    const { homePage } = await install();
    const { page } = await homePage();
    await unfoldNode(page);
    await page.getInterface().typeInField('url', 'http://127.0.0.1:9/v3/k3y');
    await page.getInterface().clickElement('page.submit.page.form.node');
    const changed = JSON.stringify(page.getInterface().content);
    expect(changed).toContain('Not accepted');
    expect(changed).not.toContain('k3y');
  });

  // @promise T16.3
  it('privileges no site in a production build, and none of this computer', async () => {
    const snap = await installSnap(served.id);
    const privileged = openrpc.methods.filter((method) => method['x-callers'] === 'companionDapp');
    expect(privileged.map(({ name }) => name)).toContain('xnet_setAccountName');
    for (const origin of [
      'http://localhost',
      'http://localhost:3000',
      'http://localhost:8080',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
      'https://localhost',
      DAPP,
      'null',
    ])
      for (const { name } of privileged) {
        const { response } = await snap.request({ origin, method: name });
        expect(response).toMatchObject({ error: { code: 4100, data: { kind: 'unauthorized' } } });
      }
  });
});
