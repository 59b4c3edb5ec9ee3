import { describe, expect, it } from '@jest/globals';
import { assertJSXElement } from '@metamask/snaps-sdk/jsx';
import { hiddenIn, hostileTexts } from '../../test/hostileTexts';
import { textOf } from '../../test/node/readDialog';
import { networks } from '../schema/network';
import { type HomeFacts, HomePage } from './home';

const empty: HomeFacts = {
  network: 'Starknet Sepolia',
  accounts: [],
  recent: [],
  nodes: networks.map((network) => ({ network, hosts: [] })),
  sites: [],
  explorers: networks.map((network) => ({ network, explorer: null })),
};
const full: HomeFacts = {
  network: 'Starknet Mainnet',
  accounts: [
    { name: 'Account 1', address: `0x${'1'.padStart(64, '0')}`, kind: 'Argent', state: 'deployed' },
    {
      name: 'Savings',
      address: `0x${'2'.padStart(64, '0')}`,
      kind: 'Argent',
      state: 'not deployed',
    },
  ],
  recent: [
    { what: 'transfer', status: 'PENDING', reason: null },
    { what: 'Deploy account', status: 'REJECTED', reason: 'Code 54: Insufficient balance' },
  ],
  nodes: networks.map((network) => ({ network, hosts: ['node.example:8443'] })),
  sites: [
    { origin: 'https://dapp.example', sees: ['Account 1'], blockedSeconds: 0 },
    { origin: 'https://pushy.example', sees: [], blockedSeconds: 42 },
  ],
  explorers: networks.map((network) => ({ network, explorer: 'Voyager' })),
  notice: { severity: 'info', title: 'Saved', text: 'It is read from your node now.' },
};
/** Every string of the tree: what is drawn, and what stands in attributes. */
function stringsOf(facts: HomeFacts): string[] {
  const drawn = <HomePage {...facts} />;
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
    const drawn = <HomePage {...empty} />;
    assertJSXElement(drawn);
    const text = textOf(drawn);
    expect(text).toContain('A site that you connect can ask to create one.');
    expect(text).toContain('Starknet Sepolia');
    expect(text.match(/Public nodes/gu)).toHaveLength(2);
  });

  it('shows everything that it is given', () => {
    const shown = stringsOf(full).join('\n');
    const given = [
      full.network,
      ...full.accounts.flatMap((each) => [each.name, each.address, each.kind, each.state]),
      ...full.recent.flatMap((each) => [each.what, each.status, each.reason ?? '']),
      ...full.nodes.flatMap((each) => [each.network.name, ...each.hosts]),
      ...full.explorers.map((each) => each.explorer ?? ''),
      ...full.sites.flatMap((each) => [each.origin, ...each.sees]),
      '42 s',
      'Saved',
      'It is read from your node now.',
    ];
    for (const part of given) expect(shown).toContain(part);
  });

  it.each(hostileTexts.map((text) => [text.slice(0, 30), text]))(
    'makes %j visible wherever a stranger may have put it',
    (_start, text) => {
      const strings = stringsOf({
        ...full,
        accounts: full.accounts.map((account) => ({ ...account, name: text })),
        recent: [{ what: text, status: 'REJECTED', reason: text }],
        nodes: networks.map((network) => ({ network, hosts: [text] })),
        sites: [{ origin: 'https://dapp.example', sees: [text], blockedSeconds: 0 }],
        notice: { severity: 'danger', title: text, text },
      });
      expect(strings.flatMap(hiddenIn)).toEqual([]);
    },
  );
});
