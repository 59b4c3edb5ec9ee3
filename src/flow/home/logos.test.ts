import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FaultServer, startFaultServer } from '../../../test/chain/faultServer';
import { pictures } from '../../../test/review/pictures';
import { type IpfsServer, startIpfsServer } from '../../../test/service/ipfsServer';
import { listParts } from '../../../test/wallet/fakeDialogs';
import { openPage } from '../../../test/wallet/openPage';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { getSelector } from '../../starknet/selector';

const chainId = chainIds.sepolia;
const feltOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`;
const params = { tokenAddress: '0x7e57', tokenName: 'Test token', tokenSymbol: 'TEST' };
const token = { address: `0x${'7e57'.padStart(64, '0')}`, name: 'Test token', symbol: 'TEST' };

let ipfs: IpfsServer;
let node: FaultServer;
let link: string;
beforeAll(async () => {
  ipfs = await startIpfsServer();
});
afterAll(() => ipfs.stop());
beforeEach(async () => {
  ipfs.reset();
  link = `ipfs://${await ipfs.add(pictures.png3x2, { cidVersion: 1 })}`;
  const answers = new Map(
    Object.entries({ name: feltOf('Test token'), symbol: feltOf('TEST'), decimals: '0x2' }).map(
      ([name, felt]) => [getSelector(name), [felt]],
    ),
  );
  node = await startFaultServer((method, asked) => {
    if (method === 'starknet_chainId') return { result: chainId };
    if (method === 'starknet_specVersion') return { result: '0.10.2' };
    const { request } = asked as { request: { entry_point_selector: string } };
    return { result: answers.get(request.entry_point_selector) ?? ['0x7b', '0x0'] };
  });
});
afterEach(() => node.stop());

const [account] = storedAccounts(chainId, 1);
// The watch list is told to sites that were granted an account.
const grants = { 'https://dapp.example': [{ chainId, address: account?.address }] };
const open = () =>
  openPage({
    stored: { plain: { accounts: { [chainId]: [account] }, grants } },
    sepoliaUrl: node.url,
  });
const imagesOf = (tree: unknown) =>
  listParts(tree as Parameters<typeof listParts>[0]).flatMap(({ type, props }) =>
    type === 'Card' && String(props.image).includes('<image ') ? [props] : [],
  );

describe('the logo of a token', () => {
  it('keeps and lists the logo that the site named, shown as the site’s', async () => {
    const { invoke, dialogs } = open();
    const added = await invoke('xnet_addErc20Token', { ...params, logo: link });
    expect(added).toEqual({ ...token, chainId, decimals: 2, logo: link });
    const shown = JSON.stringify(dialogs[0]);
    expect(shown).toContain('Logo, according to the site');
    expect(shown).toContain(link);
    expect((await invoke('xnet_getStoredErc20Tokens')).at(-1)).toEqual(added);
    expect(ipfs.state.seen).toEqual([]);
  });

  it('stays empty if no logo was named, also in older records', async () => {
    const { invoke, dialogs, state } = open();
    await invoke('xnet_addErc20Token', params);
    expect(JSON.stringify(dialogs[0])).not.toContain('Logo');
    expect(JSON.stringify(state.plain)).not.toContain('logo');
    expect((await invoke('xnet_getStoredErc20Tokens')).at(-1)).toEqual({
      ...token,
      chainId,
      decimals: 2,
      logo: '',
    });
  });

  it.each([
    'https://dapp.example/logo.png',
    'http://dapp.example/logo.png',
    'data:image/png;base64,iVBORw0KGgo=',
    'ipfs://logo.png',
    '',
  ])('rejects the logo %j before any dialog', async (logo) => {
    const { invoke, dialogs } = open();
    await expect(invoke('xnet_addErc20Token', { ...params, logo })).rejects.toMatchObject({
      kind: 'invalidParams',
      data: { path: 'logo' },
    });
    expect(dialogs).toEqual([]);
    expect(node.seen).toEqual([]);
  });

  it('comes to the page after the balances, from the IPFS of the user', async () => {
    const { invoke, module, reopen, refresh, drawn, tree } = open();
    await invoke('xnet_addErc20Token', { ...params, logo: link });
    await reopen();
    await module.settings.services.choose('ipfs', { url: ipfs.url });
    await refresh();
    expect(drawn.map((page) => page.includes('<image '))).toEqual([false, true]);
    expect(drawn[0]).toContain('1.23');
    const data = Buffer.from(pictures.png3x2).toString('base64');
    expect(imagesOf(await tree())).toMatchObject([
      {
        image: expect.stringContaining(
          `<image width="32" height="32" href="data:image/png;base64,${data}"/>`,
        ),
        title: 'TEST (unverified)',
      },
    ]);
    await refresh();
    expect(drawn.map((page) => page.includes('<image '))).toEqual([false, true, true]);
    expect(ipfs.state.seen).toHaveLength(1);
  });

  it('requests no logo if no IPFS service is set', async () => {
    const { invoke, reopen, refresh, drawn } = open();
    await invoke('xnet_addErc20Token', { ...params, logo: link });
    await reopen();
    await refresh();
    expect(drawn).toHaveLength(1);
    expect(ipfs.state.seen).toEqual([]);
  });
});
