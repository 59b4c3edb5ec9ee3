import { describe, expect, it } from '@jest/globals';
import { mergeTexts } from '../../../scripts/build/texts';
import { listParts } from '../../../test/wallet/fakeDialogs';
import { openPage } from '../../../test/wallet/openPage';
import { sayEnglish } from '../../../test/wallet/sayEnglish';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { languages } from '../../schema/language';
import { chainIds } from '../../schema/primitives';
import { settingParts } from '../../ui/home/settings';
import { homePages, homeParts } from '../../ui/home/view';
import { settingNames } from './settings/settings';

const chainId = chainIds.sepolia;
const accounts = storedAccounts(chainId, 1);
const open = (stored: object) =>
  openPage({
    fetch: async () => new Response('', { status: 404 }),
    stored: { plain: { accounts: { [chainId]: accounts }, ...stored } },
  });

describe('what is stored and cannot be read', () => {
  // @promise T31.7
  it.each([
    ['blocks', { blocks: 7 }, 'blocked sites'],
    [`accounts.${chainId}`, { accounts: { [chainId]: 7 } }, 'your accounts'],
    ['live', { live: 7 }, 'transactions under way'],
    [
      `outsideSigned.${chainId}.${accounts[0]?.address}`,
      { outsideSigned: { [chainId]: { [`${accounts[0]?.address}`]: 7 } } },
      'what others can still carry out',
    ],
    ['endpointHosts', { endpointHosts: 7 }, 'your own nodes'],
    ['explorers', { explorers: 7 }, 'explorers'],
    ['paymasterHosts', { paymasterHosts: 7 }, 'paymasters'],
    ['serviceHosts', { serviceHosts: 7 }, 'other services'],
  ])('shows unreadable state on the page, and resets it there: %s', async (key, stored, what) => {
    const { now, press, refresh, page } = open(stored);
    await refresh();
    await press(`${homeParts.go}settings`);
    await press(`${homeParts.go}main`);
    if (!(await now()).includes('Cannot be read')) await press(`${homeParts.go}settings`);
    expect(await now()).toContain(`Cannot be read: ${what}`);
    expect(await now()).toContain(`Start over: ${what}`);
    await press(`${homeParts.anew}${key}`);
    expect(await now()).not.toContain('Cannot be read');
    expect(await page()).toContain('Settings');
  });

  // @promise T31.7
  it.each([
    ['live', { live: 7 }, 'Account 1'],
    ['blocks', { blocks: 7 }, 'Account 1'],
    [
      `accounts.${chainId}`,
      { accounts: { [chainId]: 7 } },
      sayEnglish('home.sitesCount', { count: '0' }),
    ],
  ])('leaves the rest of the first page in reach: %s', async (_key, stored, what) => {
    const { now, press, refresh } = open(stored);
    await refresh();
    expect(await now()).toContain('Cannot be read');
    expect(await now()).toContain(what);
    expect(await now()).toContain('Settings');
    await press(`${homeParts.go}settings`);
    expect(await now()).toContain('Language');
  });

  // @promise T31.7
  it.each(['explorers', 'paymasterHosts', 'serviceHosts'])(
    'leaves the other settings in reach: %s',
    async (key) => {
      const { now, press } = open({ [key]: 7 });
      await press(`${homeParts.go}settings`);
      expect(await now()).toContain('Cannot be read');
      await press(settingParts.advanced);
      const settings = {
        language: 'language',
        explorers: 'explorer',
        paymasterHosts: 'paymaster',
        serviceHosts: 'ipfs',
      } as const;
      for (const [name, setting] of Object.entries(settings))
        if (name !== key) expect(await now()).toContain(sayEnglish(`home.set.${setting}`));
      await press(`${settingParts.unfold}language`);
      expect(await now()).toContain('Save');
    },
  );

  it.each([
    ['blocks', { blocks: 7 }],
    [`accounts.${chainId}`, { accounts: { [chainId]: 7 } }],
    ['live', { live: 7 }],
    ['endpointHosts', { endpointHosts: 7 }],
    ['explorers', { explorers: 7 }],
    ['paymasterHosts', { paymasterHosts: 7 }],
    ['serviceHosts', { serviceHosts: 7 }],
  ])('answers every button and form in words: %s', async (key, stored) => {
    const { press, save, tree, now } = open(stored);
    const pressed = new Set<string>();
    for (const page of homePages) {
      await press(`${homeParts.go}${page}`);
      const names = listParts(await tree())
        .filter(({ type }) => type === 'Button')
        .map(({ props }) => String(props.name))
        .filter((name) => !name.startsWith(homeParts.anew) && !pressed.has(name));
      for (const name of names) await press(name);
      for (const name of names) pressed.add(name);
    }
    for (const setting of settingNames)
      await save(setting, { network: chainId, url: 'https://a.example/', choice: 'none' });
    expect(await now()).toMatch(/Cannot be read/u);
    await press(`${homeParts.anew}${key}`);
    expect(await now()).not.toContain('Cannot be read');
  });

  it('reports that a setting was not saved, and why', async () => {
    const { save, now } = open({ endpointHosts: 7 });
    await save('node', { network: chainId, url: 'https://node.example/' });
    expect(await now()).toContain('Not accepted');
    expect(await now()).toContain('Something that this needs cannot be read.');
  });

  it('translates each kind of unreadable state in every language', async () => {
    for (const language of languages) {
      const texts = await mergeTexts(language);
      for (const noun of ['accounts', 'blocks', 'live', 'settled', 'outsideSigned'])
        for (const part of ['lost', 'lostText'])
          expect(texts[`home.${part}.${noun}` as keyof typeof texts]).toMatch(/\S/u);
    }
  });
});
