import { describe, expect, it } from '@jest/globals';
import { openPage } from '../../../test/wallet/openPage';
import { storedAccounts, storedGrants } from '../../../test/wallet/storedAccounts';
import type { StoredAccount } from '../../schema/account';
import { defaultName } from '../../schema/accountClass';
import { type LanguageName, languages } from '../../schema/language';
import { chainIds } from '../../schema/primitives';

const COMPANION = 'https://companion.example';
const SITE = 'https://dapp.example';
const OTHER = 'https://other.example';
const chainId = chainIds.sepolia;

/** A user of two accounts who reads a language, and everything that was asked of him. */
function openIn(locale: string, change: (account: StoredAccount) => StoredAccount = (one) => one) {
  const accounts = storedAccounts(chainId, 2).map(change);
  const opened = openPage({
    stored: {
      plain: {
        accounts: { [chainId]: accounts },
        grants: storedGrants([chainId], 2, [SITE]),
      },
    },
    companions: [COMPANION],
    border: ({ method }, cross) =>
      method === 'snap_getPreferences'
        ? // biome-ignore lint/suspicious/noExplicitAny: the border is typed by what crosses it
          Promise.resolve({ locale, currency: 'usd' } as any)
        : cross(),
  });
  const [first, second] = accounts.map(({ address }) => address);
  /** Has every question asked that names an account, and returns what was read. */
  async function readAll(): Promise<string> {
    await opened.invoke('xnet_addAccount', {}, SITE);
    await opened.invoke('xnet_switchAccount', { address: second }, SITE);
    await opened.invoke('xnet_displayPrivateKey', { userAddress: first }, SITE);
    await opened.invoke('xnet_listAccounts', {}, OTHER);
    for (const address of (await opened.module.accounts.list(chainId)).map((one) => one.address))
      await opened.invoke(
        'xnet_toggleAccountVisibility',
        { address, visibility: false },
        COMPANION,
      );
    return JSON.stringify(opened.dialogs) + (await opened.page());
  }
  return { ...opened, readAll };
}

describe('an account that nobody has named', () => {
  const words: Record<LanguageName, string> = { en: 'Account', de: 'Konto', es: 'Cuenta' };
  const indexes: Record<LanguageName, string> = { en: 'index 0', de: 'Index 0', es: 'índice 0' };
  it.each(languages)(
    'names an unnamed account by its number in the language %s, with its index beside',
    async (locale) => {
      const { readAll } = openIn(locale);
      const read = await readAll();
      const anyWord = Object.values(words).join('|');
      const told = new Set(read.match(new RegExp(`(?:${anyWord}) \\d`, 'gu')));
      expect([...told].sort()).toEqual([1, 2, 3].map((number) => `${words[locale]} ${number}`));
      expect(read).toContain(`${words[locale]} 1, ${indexes[locale]}`);
    },
  );

  it('adds the account class if it is part of the default name', async () => {
    const { page } = openIn('de', (account) => ({
      ...account,
      addressClass: 'argent031',
      accountClass: 'other',
      name: defaultName(account.addressIndex, 'other'),
    }));
    const read = await page();
    expect(read).toContain('Konto 2 (Argent 0.3.1 → Eine andere Kontoklasse)');
    expect(read).not.toContain('Another');
  });

  it('distinguishes two accounts of one index that were upgraded to the same class', async () => {
    const { page } = openIn('de', (account) => ({
      ...account,
      addressIndex: 0,
      addressClass: account.addressIndex === 0 ? 'argent031' : 'argent024',
      accountClass: 'argent040',
      name: defaultName(0, 'argent040'),
    }));
    const read = await page();
    expect(read).toContain('Konto 1 (Argent 0.3.1 → Argent 0.4.0)');
    expect(read).toContain('Konto 1 (Argent 0.2.4 → Argent 0.4.0)');
  });

  it('names an account of Braavos by the class that it was made with, which is no upgrade', async () => {
    const { page } = openIn('de', (account) => ({
      ...account,
      addressIndex: 0,
      addressClass: account.addressIndex === 0 ? 'braavos110' : 'braavos100',
      accountClass: 'braavos',
      name: defaultName(0, 'braavos'),
    }));
    const read = await page();
    for (const name of ['Konto 1 (Braavos 1.1.0)', 'Konto 1 (Braavos 1.0.0)'])
      expect(read).toContain(name);
    expect(read).not.toContain('→ Braavos');
  });

  it('gives sites the same account names in every language', async () => {
    const { invoke } = openIn('de');
    const accounts = await invoke('xnet_listAccounts', {}, SITE);
    expect(accounts.map(({ accountName }: { accountName: string }) => accountName)).toEqual([
      'Account 1',
      'Account 2',
    ]);
  });
});

it('leaves the name alone that a user has given, even one that another account has', async () => {
  const { readAll } = openIn('de', (account) => ({
    ...account,
    name: ['Account 2', 'Account 1, savings'][account.addressIndex] ?? '',
  }));
  const read = await readAll();
  expect(read).toContain('"Account 2"');
  expect(read).toContain('"Account 1, savings"');
  expect(read).toContain('Konto 3');
  expect(read).not.toMatch(/Konto [12]/u);
});
