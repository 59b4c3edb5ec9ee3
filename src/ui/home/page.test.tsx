import { beforeAll, describe, expect, it } from '@jest/globals';
import { assertJSXElement } from '@metamask/snaps-sdk/jsx';
import { mergeTexts } from '../../../scripts/build/texts';
import { getText } from '../../../test/node/readDialog';
import { fewHostileTexts, findHidden } from '../../../test/random/hostileTexts';
import { accounts, hash, hostilePages, listStrings, view } from '../../../test/review/hostilePages';
import { english } from '../../../test/wallet/openDialogs';
import { sayEnglish } from '../../../test/wallet/sayEnglish';
import { createSay, type Label, type Say } from '../text/words';
import type { AccountFacts } from './accounts';
import type { AccountsFacts } from './main';
import { type HomeFacts, HomePage } from './page';
import type { PaymentFacts } from './payment';
import { paginate } from './turns';

let say: Say;
beforeAll(async () => {
  say = createSay(await english());
});

const strk = { token: '0x7', symbol: 'STRK', name: 'Starknet Token', isListed: true };
const empty: HomeFacts = {
  view,
  body: { page: 'main', facts: { accounts, records: [], sites: 0 } },
};

describe('the home page', () => {
  it('shows what to do first if there is nothing yet', () => {
    const drawn = <HomePage {...empty} say={say} />;
    assertJSXElement(drawn);
    const text = getText(drawn);
    for (const part of [
      'Your wallet for Starknet',
      'Create account',
      'I had accounts before',
      'None yet',
    ])
      expect(text).toContain(part);
  });

  it('asks for STRK first if the account’s own first transaction deploys it', () => {
    const drawText = (
      obstacle?: 'unopened',
      others: readonly (typeof strk & { amount: string })[] = [],
    ) => {
      const account: AccountFacts = {
        name: 'One',
        address: '0x1',
        kind: 'Class',
        index: 0,
        isDeployed: false,
        standing: 'other',
        obstacle,
      };
      const of = { '0x1': [{ ...strk, amount: '0' }, ...others] };
      const facts: AccountsFacts = {
        ...accounts,
        accounts: [account],
        balances: { state: 'known', readAt: 1, of },
      };
      const body = { page: 'main', facts: { accounts: facts, records: [], sites: 0 } } as const;
      return getText(<HomePage view={view} body={body} say={say} />);
    };
    expect(drawText()).toContain('Send STRK to this address first');
    expect(drawText('unopened')).toContain('Open it once in the wallet that made it');
    expect(drawText('unopened')).not.toContain('Send STRK');
    expect(drawText(undefined, [{ ...strk, symbol: 'USDC', amount: '5' }])).toContain(
      'in STRK or, through a paymaster, in another token',
    );
  });

  it('shows everything that it is given', () => {
    for (const facts of hostilePages('Given')) {
      const shown = listStrings(facts, say);
      expect(shown.filter((text) => text.includes('Given')).length).toBeGreaterThan(2);
      expect(shown.join()).not.toContain('⟦');
    }
  });

  it('gives each choice and each input a name in words', () => {
    const named = new Set<unknown>();
    const all: unknown[] = [];
    for (const facts of hostilePages('Given'))
      JSON.stringify(<HomePage {...facts} say={say} />, (_key, part) => {
        if (part?.type === 'Field' && part.props.label !== '')
          for (const child of [part.props.children].flat()) named.add(child);
        if (part?.type === 'Dropdown' || part?.type === 'Input') all.push(part);
        return part;
      });
    expect(all.length).toBeGreaterThan(2);
    expect(all.filter((part) => !named.has(part))).toEqual([]);
  });

  it('names the site on each button that is about one', () => {
    const site = (origin: string) => ({
      origin,
      network: 'Mainnet',
      sees: ['all'],
      blockedSeconds: 9,
    });
    const sites = [site('https://a.example'), site('https://b.example')];
    const found: string[] = [];
    const facts = { sites: paginate(sites, 0, sites.length), signatures: [] };
    const drawn = <HomePage view={view} body={{ page: 'sites', facts }} say={say} />;
    JSON.stringify(drawn, (_key, part) => {
      if (part?.type === 'Button') found.push(getText(part));
      return part;
    });
    expect(found).toEqual(
      expect.arrayContaining([
        'Stop sharing with https://b.example',
        'Let https://a.example ask again',
      ]),
    );
    expect(found).toEqual([...new Set(found)]);
  });

  it('offers to take a setting away only if something is set', () => {
    const shown = (value: Label) =>
      getText(
        <HomePage
          view={view}
          body={{
            page: 'settings',
            facts: {
              settings: [
                {
                  name: 'gas',
                  title: 'home.set.gas',
                  about: 'home.about.gas',
                  now: [{ label: null, value }],
                  inputs: [{ field: 'url', label: 'home.url' }],
                  remove: 'home.useNone',
                },
              ],
              open: 'gas',
              isTaken: false,
            },
          }}
          say={say}
        />,
      );
    expect(shown({ say: 'home.none' })).not.toContain('Stop using it');
    expect(shown('gas.example')).toMatch(/gas\.example .*Stop using it .*Check and use/u);
  });

  it('makes a hostile text visible wherever a stranger may have put one', () => {
    for (const text of fewHostileTexts)
      for (const facts of hostilePages(text))
        expect([...new Set(listStrings(facts, say))].flatMap(findHidden)).toEqual([]);
  });

  it('writes amounts as the language does, rounded, and exact behind a button', async () => {
    const address = `0x${'1'.padStart(64, '0')}`;
    const account = {
      name: 'A',
      address,
      kind: 'Argent',
      index: 0,
      isDeployed: true,
      standing: 'only' as const,
    };
    const amount = { amount: '1234.000000000000000001', symbol: 'STRK' };
    const record: PaymentFacts = {
      what: { say: 'calls.send', with: { what: amount } },
      hash,
      at: 0,
      status: 'PENDING',
      reason: null,
      isMissing: false,
      isProven: false,
      isIncoming: false,
    };
    const page = (language: Say, isExact: boolean) =>
      getText(
        <HomePage
          view={{ ...view, isExact }}
          body={{
            page: 'main',
            facts: {
              accounts: {
                ...accounts,
                accounts: [account],
                balances: {
                  state: 'known',
                  readAt: 1,
                  of: { [address]: [{ ...strk, amount: '97.494078123456789' }] },
                },
              },
              records: [record],
              sites: 0,
            },
          }}
          say={language}
        />,
      );
    const german = createSay(await mergeTexts('de'));
    expect(page(say, false)).toMatch(/≈ 97\.494 .*Show exact amounts.*Send ≈ 1,234 STRK/u);
    expect(page(say, true)).toMatch(/STRK 97\.494078123456789 .*Round amounts/u);
    expect(page(say, true)).toContain('Send 1,234.000000000000000001 STRK');
    expect(page(german, false)).toMatch(/≈ 97,494 .*≈ 1\.234 STRK senden/u);
  });

  it.each([
    [{ status: 'RECEIVED' }, 'home.received'],
    [{ status: 'RECEIVED', isMissing: true }, 'home.missing'],
    [{ status: 'PENDING' }, 'home.pending'],
    [{ status: 'ACCEPTED_ON_L2' }, 'home.accepted'],
    [{ status: 'ACCEPTED_ON_L2', isProven: true }, 'home.proven'],
    [{ status: 'ACCEPTED_ON_L2', isProven: true, reason: 'No' }, 'home.failedOnChain'],
    [{ status: 'REJECTED', reason: 'Code 54' }, 'home.rejected'],
  ] as const)('describes a record with %j as %s', (...[changes, name]) => {
    const record: PaymentFacts = {
      what: 'Send',
      hash,
      at: 0,
      reason: null,
      isMissing: false,
      isProven: false,
      isIncoming: false,
      ...changes,
    };
    const body = { page: 'main', facts: { accounts, records: [record], sites: 0 } } as const;
    const shown = listStrings({ view, body }, say);
    expect(shown).toContain(`today 00:00 · ${sayEnglish(name)}`);
    if ('reason' in changes) expect(shown).toContain(changes.reason);
  });
});
