import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listParts } from '../../../../test/wallet/fakeDialogs';
import { openPage } from '../../../../test/wallet/openPage';
import { sendingAccounts } from '../../../../test/wallet/openSend';
import { chainIds } from '../../../schema/primitives';
import { toAddress } from '../../../starknet/felt';
import { MOST_WATCHED } from '../../../state/watchedAddresses';
import { backupParts } from '../../../ui/home/backup';
import { getLinkName } from '../../../ui/home/view';
import { collectContent, parseContent } from './content';
import { seal, unseal } from './sealed';

const chainId = chainIds.sepolia;
const [one = '', two = ''] = sendingAccounts.map(({ address }) => address);
const anna = {
  address: '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691',
  name: 'Anna',
};
const cold = { address: anna.address.replace('0x064b', '0x0123'), name: 'Cold' };
const token = { address: '0x0777', name: 'Cat', symbol: 'CAT', decimals: 6 };
const otherPhrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const offline = async () => new Response('', { status: 404 });
const secretUrl = 'https://rpc.example/v1/secret-key';

/** A wallet of somebody who has found their accounts again. */
function open(options: Parameters<typeof openPage>[0] = {}) {
  const stored = { plain: { accounts: { [chainId]: sendingAccounts } } };
  return openPage({ fetch: offline, stored, ...options });
}
type Page = ReturnType<typeof open>;

/** A wallet in which something was named, added and set. */
async function openUsed(): Promise<Page> {
  const page = open();
  const { accounts, recipients, tokens, settings, watchedAddresses } = page.module;
  await accounts.change(chainId, one, (account) => ({ ...account, name: 'Savings' }));
  await accounts.change(chainId, two, (account) => ({ ...account, hidden: true }));
  await recipients.save(chainId, anna);
  await watchedAddresses.save(chainId, cold);
  await tokens.save(chainId, token);
  await tokens.arrange(chainId, { first: [token.address], hidesZero: true });
  await settings.language.choose('de');
  await settings.arrivals.choose('off');
  await settings.nodes.choose(chainId, [{ url: secretUrl }]);
  return page;
}

/** The text that the page draws to be copied. */
async function makeBackup(page: Page): Promise<string> {
  await page.press(getLinkName('backup'));
  await page.press(backupParts.make);
  const copyable = listParts(await page.tree()).find(({ type }) => type === 'Copyable');
  return String(copyable?.props.value);
}

async function restore(page: Page, value: object): Promise<void> {
  await page.press(getLinkName('backup'));
  await page.input({ type: 'FormSubmitEvent', name: backupParts.restore, value });
}

describe('the page of backups', () => {
  it('brings back all that it kept into a wallet that has the accounts alone', async () => {
    const used = await openUsed();
    const text = await makeBackup(used);
    for (const value of [{ text: ` ${text}\n` }, { text: '', file: { contents: btoa(text) } }]) {
      const fresh = open();
      await restore(fresh, value);
      expect(await collectContent(fresh.module)).toEqual(await collectContent(used.module));
      expect(await fresh.now()).toContain('Zurückgeholt: 7');
    }
  });

  it('brings back a file that an editor has saved in its own way', async () => {
    const text = await makeBackup(await openUsed());
    const halves = [text.slice(0, 70), text.slice(70)];
    for (const encoded of [
      Buffer.from(`\ufeff${text}\r\n`, 'utf8'),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(halves.join('\u200b\u00a0\n'), 'utf8'),
    ]) {
      const fresh = open();
      await restore(fresh, { text: '', file: { contents: encoded.toString('base64') } });
      expect(await fresh.module.recipients.list(chainId)).toEqual([anna]);
    }
  });

  it('tells a backup of another version of the module from one of another phrase', async () => {
    const page = open();
    const content = await collectContent(page.module);
    for (const otherContent of [
      { ...content, version: 2 },
      { ...content, more: [] },
    ]) {
      await restore(page, { text: await seal(page.module.keys, JSON.stringify(otherContent)) });
      expect(await page.now()).toContain('Another version of this module made this backup');
    }
  });

  it('changes nothing that the user has set since', async () => {
    const text = await makeBackup(await openUsed());
    const page = open();
    const { accounts, recipients, tokens, watchedAddresses } = page.module;
    await accounts.change(chainId, one, (account) => ({ ...account, name: 'Daily' }));
    await recipients.save(chainId, { ...anna, name: 'Annie' });
    await watchedAddresses.save(chainId, { ...cold, name: 'Ledger' });
    await tokens.save(chainId, { ...token, symbol: 'CATS' });
    await tokens.arrange(chainId, { first: [], hidesZero: true });
    await restore(page, { text });
    expect((await accounts.get(chainId, one)).name).toBe('Daily');
    expect(await recipients.list(chainId)).toEqual([{ ...anna, name: 'Annie' }]);
    expect(await watchedAddresses.list(chainId)).toMatchObject([{ ...cold, name: 'Ledger' }]);
    expect(await tokens.list(chainId)).toEqual([{ ...token, symbol: 'CATS' }]);
    expect((await tokens.arrangement(chainId)).first).toEqual([]);
  });

  it('says which names belong to accounts that were not found yet', async () => {
    const text = await makeBackup(await openUsed());
    const page = open({ stored: {} });
    await restore(page, { text });
    expect(await page.now()).toContain('2 Namen gehören zu Konten');
  });

  it('brings back a backup of before addresses could be watched', async () => {
    const content = await collectContent((await openUsed()).module);
    const networks = content.networks.map(({ watchedAddresses: _list, ...network }) => network);
    const page = open();
    const text = JSON.stringify({ ...content, networks });
    await restore(page, { text: await seal(page.module.keys, text) });
    expect(await page.module.recipients.list(chainId)).toEqual([anna]);
    expect(await page.module.watchedAddresses.list(chainId)).toEqual([]);
  });

  it('watches no own account, no second name that reads like another, and no more than fit', async () => {
    const page = open();
    const content = await collectContent(page.module);
    const many = Array.from({ length: MOST_WATCHED + 5 }, (_, index) => ({
      address: toAddress(BigInt(index + 1)),
      name: `N-${'x'.repeat(index + 1)}`,
    }));
    const hostile = [{ address: one, name: 'Mine' }, { ...anna, name: 'Acc0unt 1' }, ...many];
    const networks = content.networks.map((network) => ({ ...network, watchedAddresses: hostile }));
    const text = JSON.stringify({ ...content, networks });
    await restore(page, { text: await seal(page.module.keys, text) });
    const list = await page.module.watchedAddresses.list(chainId);
    expect(list.map(({ name }) => name)).toEqual(
      many.slice(0, MOST_WATCHED).map(({ name }) => name),
    );
    expect(await page.module.accounts.list(chainId)).toEqual(sendingAccounts);
  });

  it('takes in no second name that reads like another, and no token that imitates a listed one', async () => {
    const page = open();
    const content = await collectContent(page.module);
    const [network] = content.networks.filter((it) => it.chainId === chainId);
    const hostile = {
      ...content,
      networks: [
        {
          ...network,
          recipients: [{ ...anna, name: 'Account 1' }],
          tokens: [{ ...token, symbol: 'USDC' }],
        },
      ],
    };
    await restore(page, { text: await seal(page.module.keys, JSON.stringify(hostile)) });
    expect(await page.module.recipients.list(chainId)).toEqual([]);
    expect(await page.module.tokens.list(chainId)).toEqual([]);
  });
});

describe('a sealed backup', () => {
  it('holds no key and no address of a service', async () => {
    const { module } = await openUsed();
    const text = JSON.stringify(await collectContent(module));
    expect(text).not.toContain('secret-key');
    expect(text).not.toContain('rpc.example');
    const key = await module.keys.purposeSecret('any');
    expect(text).not.toContain(Buffer.from(key).toString('hex'));
    expect(Object.keys(JSON.parse(text))).toEqual(['version', 'networks', 'settings']);
  });

  it('says nothing of its content', async () => {
    const text = await makeBackup(await openUsed());
    const bytes = Buffer.from(text.split('.')[1] ?? '', 'base64').toString('latin1');
    for (const word of ['Savings', 'Anna', 'Cold', 'CAT', one.slice(2), anna.address.slice(2)])
      expect(`${text} ${bytes}`).not.toContain(word);
  });

  it('opens with its own phrase alone', async () => {
    const text = await makeBackup(await openUsed());
    const stranger = open({ phrase: otherPhrase });
    expect(await unseal(stranger.module.keys, text)).toBeUndefined();
    await restore(stranger, { text });
    expect(await stranger.module.recipients.list(chainId)).toEqual([]);
    expect(await stranger.now()).toContain('no backup of this recovery phrase');
  });

  it('stays closed if any of it was changed, cut or made up', async () => {
    const { module } = open();
    const text = await seal(module.keys, JSON.stringify(await collectContent(module)));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc
            .tuple(fc.nat(text.length - 1), fc.constantFrom(...'AQgw0+/=.x \u00e9'))
            .map(([at, character]) => text.slice(0, at) + character + text.slice(at + 1)),
          fc.nat(text.length - 1).map((length) => text.slice(0, length)),
          fc.string(),
          fc.base64String().map((body) => `xnet-backup-1.${body}`),
        ),
        async (changed) => {
          fc.pre(changed !== text);
          expect(await unseal(module.keys, changed)).toBeUndefined();
        },
      ),
      { numRuns: 300 },
    );
  });

  it('differs each time it is made', async () => {
    const { keys } = open().module;
    expect(await seal(keys, 'one')).not.toBe(await seal(keys, 'one'));
  });
});

describe('parseContent', () => {
  it('takes nothing that is no content of a backup', async () => {
    const content = await collectContent((await openUsed()).module);
    expect(parseContent(JSON.stringify(content))).toEqual(content);
    const [network] = content.networks;
    const wrongs = [
      { ...content, version: 2 },
      { ...content, more: 1 },
      { ...content, networks: [...content.networks, network] },
      { ...content, networks: [{ ...network, chainId: '0x1' }] },
      { ...content, networks: [{ ...network, recipients: [{ address: 'x', name: 'a' }] }] },
      { ...content, networks: [{ ...network, watchedAddresses: [{ ...anna, holding: {} }] }] },
      { ...content, networks: [{ ...network, watchedAddresses: [{ ...anna, name: '' }] }] },
      {
        ...content,
        networks: [{ ...network, accounts: [{ address: one, name: '', hidden: false }] }],
      },
      { ...content, networks: [{ ...network, tokens: [{ ...token, decimals: -1 }] }] },
      { ...content, settings: { ...content.settings, prices: 'elsewhere' } },
      null,
      [],
    ];
    for (const wrong of wrongs) expect(parseContent(JSON.stringify(wrong))).toBeUndefined();
    expect(parseContent('{')).toBeUndefined();
  });
});
