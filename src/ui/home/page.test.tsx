import { beforeAll, describe, expect, it } from '@jest/globals';
import { assertJSXElement } from '@metamask/snaps-sdk/jsx';
import { mergeTexts } from '../../../scripts/build/texts';
import { textOf } from '../../../test/node/readDialog';
import { hiddenIn, hostileTexts } from '../../../test/random/hostileTexts';
import { english } from '../../../test/wallet/openDoor';
import { chainIds, networks } from '../../schema/primitives';
import { type Say, sayIn } from '../text/words';
import { type HomeFacts, HomePage } from './page';
import type { RecordFacts } from './records';
import { viewOf } from './view';

let say: Say;
beforeAll(async () => {
  say = sayIn(await english());
});

const [network = { name: '', chainId: chainIds.mainnet }] = networks;
const view = viewOf(network.chainId);
const accounts = { network, networks, accounts: [], balances: { state: 'reading' } } as const;
const empty: HomeFacts = { view, body: { page: 'main', accounts, records: [], sites: 0 } };

const hash = `0x${'a'.repeat(63)}`;
/** Every page, with a text wherever a stranger may have put one. */
function pagesOf(text: string): HomeFacts[] {
  const record: RecordFacts = {
    ...{ what: { say: 'home.call', with: { name: text } }, account: text, hash, at: 0 },
    ...{ status: 'REJECTED', reason: text, isProven: false },
  };
  const address = `0x${'1'.padStart(64, '0')}`;
  const account = {
    name: text,
    address,
    kind: 'Argent',
    index: 0,
    isDeployed: true,
    isHidden: false,
  };
  const drawn = (body: HomeFacts['body']): HomeFacts => ({
    view: { ...view, page: body.page },
    notice: { severity: 'danger', title: text, text },
    body,
  });
  const line = { at: 0, origin: text, what: { say: 'home.asked.ping' }, times: 1 } as const;
  return [
    ...[
      { state: 'known', of: { [address]: [{ symbol: text, amount: text }] } } as const,
      { state: 'unavailable', triedAt: 0, why: text } as const,
    ].map((balances) =>
      drawn({
        page: 'main',
        accounts: { ...accounts, accounts: [account], balances },
        records: [record],
        sites: 1,
      }),
    ),
    drawn({
      page: 'sites',
      sites: [
        {
          origin: 'https://dapp.example',
          sees: [text, { say: 'home.sees', with: { accounts: text, network: text } }],
          blockedSeconds: 42,
        },
      ],
    }),
    drawn({
      page: 'settings',
      settings: {
        open: 'node',
        isTaken: false,
        settings: [
          { ...set('node'), now: [{ label: text, value: text }], networks },
          { ...set('gas'), now: [{ label: null, value: text }] },
        ],
      },
    }),
    drawn({
      page: 'activity',
      activity: {
        lines: [
          { ...line, outcome: 'failed', why: text },
          { ...line, outcome: 'answered', why: null, times: 3 },
        ],
        page: 0,
        pages: 2,
      },
    }),
    drawn({
      page: 'record',
      record: {
        ...record,
        network: 'Starknet',
        contract: text,
        nodeText: `${text}, and more`,
        block: 5,
        url: 'https://x.example',
      },
    }),
  ];
}

const set = <Name extends 'node' | 'gas'>(name: Name) => ({
  name,
  title: `home.set.${name}` as const,
  about: `home.about.${name}` as const,
});

function stringsOf(facts: HomeFacts): string[] {
  const drawn = <HomePage {...facts} say={say} />;
  assertJSXElement(drawn);
  const strings: string[] = [];
  JSON.stringify(drawn, (_key, value) => {
    if (typeof value === 'string') strings.push(value);
    return value;
  });
  return strings;
}

describe('the home page', () => {
  it('says what to do first where there is nothing yet', () => {
    const drawn = <HomePage {...empty} say={say} />;
    assertJSXElement(drawn);
    const text = textOf(drawn);
    for (const part of [
      'No account on this network yet',
      'It asks to create an account',
      'None yet',
    ])
      expect(text).toContain(part);
  });

  it('shows everything that it is given', () => {
    for (const facts of pagesOf('Given')) {
      const shown = stringsOf(facts);
      expect(shown.filter((text) => text.includes('Given')).length).toBeGreaterThan(2);
      expect(shown.join()).not.toContain('⟦');
    }
  });

  it('gives each choice and each input a name in words', () => {
    const named = new Set<unknown>();
    const all: unknown[] = [];
    for (const facts of pagesOf('Given'))
      JSON.stringify(<HomePage {...facts} say={say} />, (_key, part) => {
        if (part?.type === 'Field' && part.props.label !== '') named.add(part.props.children);
        if (part?.type === 'Dropdown' || part?.type === 'Input') all.push(part);
        return part;
      });
    expect(all.length).toBeGreaterThan(2);
    expect(all.filter((part) => !named.has(part))).toEqual([]);
  });

  it('makes five hundred hostile texts visible wherever a stranger may have put one', () => {
    for (const text of hostileTexts)
      for (const facts of pagesOf(text)) expect(stringsOf(facts).flatMap(hiddenIn)).toEqual([]);
  });

  it('writes amounts as the language does, rounded, and exact behind a button', async () => {
    const address = `0x${'1'.padStart(64, '0')}`;
    const account = {
      name: 'A',
      address,
      kind: 'Argent',
      index: 0,
      isDeployed: true,
      isHidden: false,
    };
    const amount = { amount: '1234.000000000000000001', symbol: 'STRK' };
    const record: RecordFacts = {
      ...{ what: { say: 'home.send', with: { amount } }, account: 'A', hash, at: 0 },
      ...{ status: 'PENDING', reason: null, isProven: false },
    };
    const page = (language: Say, isExact: boolean) =>
      textOf(
        <HomePage
          view={{ ...view, isExact }}
          body={{
            page: 'main',
            accounts: {
              ...accounts,
              accounts: [account],
              balances: {
                state: 'known',
                of: { [address]: [{ symbol: 'STRK', amount: '97.494078123456789' }] },
              },
            },
            records: [record],
            sites: 0,
          }}
          say={language}
        />,
      );
    const german = sayIn(await mergeTexts('de'));
    expect(page(say, false)).toMatch(/≈ 97\.4941 .*Show exact amounts.*Send ≈ 1,234 STRK/u);
    expect(page(say, true)).toMatch(/STRK 97\.494078123456789 .*Round amounts/u);
    expect(page(say, true)).toContain('Send 1,234.000000000000000001 STRK');
    expect(page(german, false)).toMatch(/≈ 97,4941 .*≈ 1\.234 STRK senden/u);
  });

  it.each([
    [{ status: 'RECEIVED' }, 'Received by the network'],
    [{ status: 'PENDING' }, 'Pending'],
    [{ status: 'ACCEPTED_ON_L2' }, 'Accepted on L2'],
    [{ status: 'ACCEPTED_ON_L2', isProven: true }, 'Accepted on L2, proven on Ethereum'],
    [{ status: 'ACCEPTED_ON_L2', isProven: true, reason: 'No' }, 'Failed on chain'],
    [{ status: 'REJECTED', reason: 'Code 54' }, 'Rejected'],
  ] as const)('tells of a record with %j that it is %s', (...[changes, told]) => {
    const record: RecordFacts = {
      ...{ what: 'Send', account: 'Account 1', hash, at: 0, reason: null, isProven: false },
      ...changes,
    };
    const shown = stringsOf({
      view,
      body: { page: 'main', accounts, records: [record], sites: 0 },
    });
    expect(shown).toContain(told);
    if ('reason' in changes) expect(shown).toContain(changes.reason);
  });
});
