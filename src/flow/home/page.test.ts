import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExplorerServer, startExplorerServer } from '../../../test/chain/explorerServer';
import { listParts } from '../../../test/wallet/fakeDialogs';
import { openPage } from '../../../test/wallet/openPage';
import { sender, storedRecord } from '../../../test/wallet/records';
import { sayEnglish } from '../../../test/wallet/sayEnglish';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { mainParts } from '../../ui/home/main';
import { sendParts } from '../../ui/home/send';
import { settingParts } from '../../ui/home/settings';
import { siteParts } from '../../ui/home/sites';
import { getLinkName, getSubmitName, homeParts } from '../../ui/home/view';

const KEY = 'canary0123456789abcdef';
const SECRET = 'Secret-0123456789abcdef';
const chainId = chainIds.sepolia;
const DAPP = 'https://dapp.example';

/** A page of a user who has an account. */
function openWithAccount(options: Parameters<typeof openPage>[0] = {}) {
  const stored = { plain: { accounts: { [chainId]: storedAccounts(chainId, 1) } } };
  return openPage({ stored, ...options });
}

describe('the page when it is opened', () => {
  it('draws at once from state and schedules the refresh of balances', async () => {
    const { now, events, drawn } = openWithAccount();
    expect(await now()).toContain('Reading balances');
    expect(await now()).toContain('Skeleton');
    expect(drawn).toEqual([]);
    expect(events).toMatchObject([
      { duration: 'PT1S', request: { method: 'refreshHome', params: { id: 'interface-0' } } },
    ]);
  });

  it('shows what is not available and since when, with a button to try again', async () => {
    const { now, refresh, press } = openWithAccount();
    await refresh();
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await now()).toMatch(/Balances are not available, last tried at today \d\d:\d\d/u);
      expect(await now()).toContain('Try again');
      await press(homeParts.refresh);
    }
  });

  it('offers to read balances if the wallet wakes nobody', async () => {
    const { now } = openWithAccount({
      border: ({ method }, cross) =>
        method === 'snap_scheduleBackgroundEvent' ? Promise.reject(new Error('no')) : cross(),
    });
    expect(await now()).toContain('Refresh');
    expect(await now()).not.toContain('Skeleton');
  });

  it('keeps the page in sight when node answers arrive for another', async () => {
    const { now, refresh, press, drawn } = openWithAccount();
    await press(`${homeParts.go}sites`);
    drawn.length = 0;
    await refresh();
    expect(drawn).toEqual([]);
    expect(await now()).toContain('No site can see your accounts.');
  });

  it('lists the sites that the build trusts, which see all accounts and keep that', async () => {
    const { now, press, module } = openWithAccount({ companions: [DAPP] });
    await module.grants.add(DAPP, [{ chainId, address: sender }]);
    await press(`${homeParts.go}sites`);
    expect(await now()).not.toContain(sayEnglish('home.noSites'));
    expect((await now()).split(`"${DAPP}"`)).toHaveLength(2);
    expect(await now()).toContain(sayEnglish('home.seesAll'));
    expect(await now()).not.toContain(siteParts.revoke);
  });

  it('shows the accounts of the network that is chosen', async () => {
    const { now, input } = openWithAccount();
    await input({ type: 'InputChangeEvent', name: mainParts.network, value: chainIds.mainnet });
    expect(await now()).toContain('I had accounts before');
  });

  it('opens the page that a button leads to, and returns', async () => {
    const { tree, press, now } = openWithAccount();
    const follow = async (page: string) => {
      const buttons = listParts(await tree()).map(({ props }) => props.name);
      expect(buttons).toContain(`${homeParts.go}${page}`);
      await press(`${homeParts.go}${page}`);
      return now();
    };
    for (const [page, shown] of [
      ['sites', 'No site can see your accounts.'],
      ['activity', 'No site has asked for anything yet.'],
      ['settings', sayEnglish('home.advanced')],
    ] as const) {
      expect(await follow(page)).toContain(shown);
      expect(await follow('main')).toContain(sayEnglish('home.recent'));
    }
  });
});

describe('the footer of a form', () => {
  it('submits what the fields of its form hold', async () => {
    const { press, fillIn, now, tree } = openWithAccount();
    await press(getLinkName('send'));
    await fillIn(sendParts.amount, '0');
    const form = getSubmitName(sendParts.form);
    const footers = listParts(await tree()).filter(({ type }) => type === 'Footer');
    expect(footers.flatMap(listParts).filter(({ props }) => props.name === form)).toHaveLength(1);
    expect(await now()).not.toContain(sayEnglish('home.send.noRecipient'));
    await press(form);
    for (const name of ['home.send.noRecipient', 'home.send.zero'] as const)
      expect(await now()).toContain(sayEnglish(name));
  });

  it('submits nothing under the name of a form that is not there', async () => {
    const { press, now } = openWithAccount();
    const before = await now();
    for (const name of ['', 'page.nothing', 'constructor', '__proto__'])
      await press(getSubmitName(name));
    expect(await now()).toBe(before);
  });
});

describe('a record', () => {
  it('shows in few words why it failed, and all that the node said behind its button', async () => {
    const [{ address = sender } = {}] = storedAccounts(chainId, 1);
    const failureReason = `Transaction execution has failed:\n0: Error in the called contract\nExecution failed. Failure reason: ("ERC20: insufficient balance")`;
    const failed = { failureReason, status: 'ACCEPTED_ON_L2' } as const;
    const { press, now, module } = openWithAccount();
    await module.transactions.add(storedRecord(1, { ...failed, senderAddress: address }));
    await press(homeParts.refresh);
    expect(await now()).toContain('"ERC20: insufficient balance"');
    expect(await now()).not.toContain('called contract');
    await press(getLinkName('record', storedRecord(1).txnHash));
    expect(await now()).toContain('has failed: 0: Error in the called contract Execution failed.');
  });

  it('shows a record in full behind its button, with a page of a known explorer', async () => {
    const [account] = storedAccounts(chainId, 1);
    const address = account?.address ?? sender;
    const record = { ...storedRecord(1), senderAddress: address, blockNumber: 7 };
    const { press, now, module } = openWithAccount({ sepoliaUrl: 'https://node.example/' });
    await module.transactions.add({ ...record, status: 'ACCEPTED_ON_L2' });
    await press(homeParts.refresh);
    expect(await now()).toContain(sayEnglish('home.accepted'));
    expect(await now()).not.toContain('proven on Ethereum');
    await module.l1Settlement.record(chainId, 7);
    await press(getLinkName('record', record.txnHash));
    for (const part of [
      `https://sepolia.voyager.online/tx/${record.txnHash}`,
      sayEnglish('home.proven'),
      '"7"',
    ])
      expect(await now()).toContain(part);
    await press(getLinkName('record', '0x123'));
    expect(await now()).toContain(sayEnglish('home.recent'));
  });
});

describe('the activity on the page', () => {
  it('describes in words what each site asked, and what came of it', async () => {
    const { invoke, press, now } = openPage({ user: () => false });
    await invoke('xnet_getCurrentNetwork');
    await invoke('xnet_createAccount', {}).catch(() => undefined);
    await invoke('xnet_getValue', { contractAddress: '0x1', contractFuncName: 'x' }).catch(
      () => undefined,
    );
    await press(`${homeParts.go}activity`);
    const shown = await now();
    for (const part of [
      'Read the current network',
      'Create an account',
      'You rejected',
      'Read from a contract',
      'Failed: No node of this network could be reached.',
      DAPP,
    ])
      expect(shown).toContain(part);
  });
});

describe('a service of the settings', () => {
  let server: ExplorerServer;
  beforeEach(async () => {
    server = await startExplorerServer(() => ({ body: Array.from({ length: 30 }, () => '1.5') }));
  });
  afterEach(() => server.stop());

  it('sends nothing to a service that is not set', async () => {
    const { module } = openPage();
    expect(await module.gas()).toBeUndefined();
    expect(await module.ipfs()).toBeUndefined();
    expect(await module.ethereum(chainId)).toBeUndefined();
    expect(await module.l1Fee.read()).toBeUndefined();
  });

  // @promise T22.2
  it('sets a service by its form after a check, and wipes what was typed', async () => {
    const { press, fillIn, send, now, tree, state, module } = openPage();
    await press(`${homeParts.go}settings`);
    await press(`${settingParts.unfold}gas`);
    await fillIn('url', server.url);
    await fillIn('key', KEY);
    await fillIn('secret', SECRET);
    await send('gas');
    expect(server.asked.map(({ url, headers }) => [url.pathname, headers.authorization])).toEqual([
      ['/networks/1/baseFeeHistory', `Basic ${btoa(`${KEY}:${SECRET}`)}`],
    ]);
    expect(await now()).toContain(new URL(server.url).host);
    const values = listParts(await tree()).flatMap(({ type, props }) =>
      type === 'Input' ? [props.value] : [],
    );
    expect(values).toEqual(['', '', '']);
    for (const text of [await now(), JSON.stringify(state.plain)])
      for (const hidden of [KEY, SECRET]) expect(text).not.toContain(hidden);
    expect(await module.l1Fee.read()).toMatchObject({ lowerThan: 0, blocks: 30 });
    await module.l1Fee.read();
    expect(server.asked).toHaveLength(2);

    await press(`${settingParts.remove}gas`);
    expect(await module.gas()).toBeUndefined();
    for (const hidden of [KEY, SECRET]) expect(JSON.stringify(state)).not.toContain(hidden);
  });

  it('keeps what was typed in if it is not taken, and says why', async () => {
    const { press, fillIn, send, now, pages, module } = openPage();
    await press(`${homeParts.go}settings`);
    await press(`${settingParts.unfold}gas`);
    await fillIn('url', server.url);
    await fillIn('key', 'short');
    await send('gas');
    expect(await now()).toContain('That is not a key');
    expect(pages.state('interface-0')[`${settingParts.form}gas`]).toMatchObject({ key: 'short' });
    server.answer(() => ({ status: 401, body: { error: `no ${KEY}` } }));
    await fillIn('key', KEY);
    await send('gas');
    expect(await now()).toContain('Not accepted');
    expect(await now()).not.toContain(KEY);
    expect(server.asked).toHaveLength(1);
    expect(await module.gas()).toBeUndefined();
  });

  it('sends an IPFS its key, and takes it if it answers', async () => {
    const { save, module, drawn } = openPage();
    await save('ipfs', { url: server.url, key: KEY, secret: SECRET });
    expect(
      server.asked.map(({ method, url, headers }) => [method, url.pathname, headers.authorization]),
    ).toEqual([['POST', '/api/v0/version', `Basic ${btoa(`${KEY}:${SECRET}`)}`]]);
    expect(drawn.at(-1)).toContain('are loaded from');
    expect(await module.ipfs()).toBeDefined();
  });

  it.each(['ethereum', 'gas', 'ipfs'] as const)('refuses %s at an unsafe address', async (name) => {
    const { save, module, drawn } = openPage();
    await save(name, { network: chainId, url: `http://node.example/${KEY}`, key: KEY });
    expect(drawn.at(-1)).toContain('That is not an address');
    expect(drawn.at(-1)).not.toContain(KEY);
    expect(await module.settings.services.shown()).toEqual({});
  });

  it('refuses an Ethereum node that proves nothing', async () => {
    const { save, module, drawn } = openPage();
    await save('ethereum', { network: chainId, url: `${server.url}/v3/${KEY}` });
    expect(drawn.at(-1)).toContain('Not accepted');
    expect(drawn.at(-1)).not.toContain(KEY);
    expect(await module.ethereum(chainId)).toBeUndefined();
  });
});

describe('the language', () => {
  it('follows the wallet’s language until another is chosen', async () => {
    const { save, module } = openPage();
    expect(await module.settings.language.chosen()).toBe('wallet');
    await save('language', { choice: 'xx' });
    expect(await module.settings.language.chosen()).toBe('wallet');
    await save('language', { choice: 'en' });
    expect(await module.settings.language.chosen()).toBe('en');
  });
});
