import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dangerous } from '../../../test/messages/dangerous';
import { sessionMessage } from '../../../test/messages/sessionMessage';
import { example, type Parts, withType } from '../../../test/messages/typedDataExample';
import { randomTypedData } from '../../../test/random/typedData';
import { createAddressBook } from '../../../test/review/subject';
import { english } from '../../../test/wallet/openDialogs';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { mainnet as mainnetDefinition } from '../../networks/mainnet';
import type { StoredAccount } from '../../schema/account';
import { chainIds, networks } from '../../schema/primitives';
import { toAddress, toHex } from '../../starknet/felt';
import { typedDataFacts } from '../../starknet/typedData/leaves';
import { parseTypedData } from '../../starknet/typedData/parse';
import type { Recipient } from '../../state/recipients';
import type { Fact, Label } from '../../ui/review/facts';
import { createSay, say } from '../../ui/text/words';
import { readGrant } from './grants';
import { describeMessage } from './message';

const NOW = 1_800_000_000;
const [account] = storedAccounts(chainIds.sepolia, 1) as [StoredAccount]; // one was asked for
const [mainnet, sepolia] = networks as [(typeof networks)[number], (typeof networks)[number]]; // both
const describeParts = (parts: unknown, network = mainnet, saved: Recipient[] = []) =>
  describeMessage({
    context: { origin: 'https://shop.example', method: 'xnet_signMessage', network },
    account,
    typedData: parseTypedData(parts),
    addresses: { ...createAddressBook(), accounts: [account], saved },
    now: NOW,
  });
const legOf = (parts: Parts): Fact[] =>
  describeParts(parts).sections.flatMap(({ facts }) =>
    facts.filter((fact) => 'label' in fact && JSON.stringify(fact.label).includes('leg › to')),
  );
const valuesOf = (parts: Parts): unknown[] => legOf(parts).map(({ value }) => value);
const STRK = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

describe('describeMessage', () => {
  it('shows kind, values and domain, in the order of the hash', () => {
    const { sections, title } = describeParts(example(1));
    expect(title).toEqual({
      say: 'message.titleFor',
      with: { kind: 'Order', name: 'Shop' },
    });
    expect(
      sections.map(({ facts }) => facts.map((fact) => ('label' in fact ? fact.label : ''))),
    ).toEqual([
      [{ say: 'message.kind' }, 'amount', 'leg › to'],
      ['name', 'version', 'chainId', 'revision'],
    ]);
  });

  it('names the network that is signed, whatever the request says', () => {
    expect(describeParts(example(1), sepolia).network).toBe('Mainnet');
    expect(describeParts(sessionMessage(), mainnet).network).toBe('Testnet (Sepolia)');
  });

  it.each(Object.entries(dangerous))(
    'says unlimited at each amount that the warning calls so, in %s',
    (_name, { parts }) => {
      const typedData = parseTypedData(parts);
      const { extremes } = readGrant({ account, typedData, now: NOW });
      const paths = extremes.flatMap((one) => (one.rule === 'unlimited' ? one.paths : []));
      const amounts = typedDataFacts(typedData).filter(
        ({ path, as }) => as !== 'text' && paths.some((one) => one.join() === path.join()),
      );
      const amountFacts = describeParts(parts, sepolia)
        .sections.flatMap(({ facts }) => facts)
        .filter(({ value }) => JSON.stringify(value).includes('message.noLimit'));
      expect(amountFacts.map(({ value }) => value)).toEqual(
        amounts.map(({ value }) => say('message.noLimit', { raw: toHex(BigInt(value)) })),
      );
    },
  );

  it.each<[string, string, unknown, Label]>([
    ['a text', 'shortstring', 'A', { say: 'message.text', with: { text: 'A', raw: '0x41' } }],
    [
      'a number that reads as a text too',
      'felt',
      '65',
      { say: 'message.alsoReads', with: { number: '65', text: 'A' } },
    ],
    ['an empty text', 'shortstring', '', { say: 'message.emptyText', with: { raw: '0x0' } }],
    [
      'a long text',
      'string',
      'Hello there',
      { say: 'message.quoted', with: { text: 'Hello there' } },
    ],
    [
      'a number of many digits',
      'felt',
      `0xf${'0'.repeat(20)}`,
      {
        say: 'message.number',
        with: { number: (15n * 16n ** 20n).toString(), raw: `0xf${'0'.repeat(20)}` },
      },
    ],
    [
      'a time',
      'timestamp',
      1_700_000_000,
      {
        say: 'message.time',
        with: { date: '2023\u201111\u201114 22:13:20 UTC', seconds: '1700000000' },
      },
    ],
    ['true', 'bool', true, { say: 'message.true' }],
    ['false', 'bool', false, { say: 'message.false' }],
    ['a function by its name', 'selector', 'transfer', 'transfer'],
    [
      'a function without a name',
      'selector',
      '0x1234',
      { say: 'message.unreadable', with: { selector: '0x1234' } },
    ],
    ['an empty list', 'felt*', [], { say: 'message.nothing' }],
  ])('shows %s', (_, type, value, said) => {
    expect(valuesOf(withType(1, type, value))).toEqual([said]);
  });

  it.each([
    ['felt', '5 (0x5)', '“5 (0x5)” (0x35202830783529)'],
    ['shortstring', '0.1 STRK', '“0.1 STRK” (0x302e31205354524b)'],
    ['string', 'True', '“True”'],
  ])('shows a text of type %s as a text, whatever it looks like: %s', async (type, text, shown) => {
    const say = createSay(await english());
    expect(valuesOf(withType(1, type, text)).map((value) => say(value as Label))).toEqual([shown]);
  });

  it('shows amounts of a listed token in its units, others in their smallest', () => {
    const amount = (token_address: string) =>
      legOf(
        withType(1, 'TokenAmount', {
          token_address,
          amount: { low: `${5n * 10n ** 17n}`, high: 0 },
        }),
      );
    expect(amount(STRK)).toEqual([
      { as: 'address', label: 'leg › to › token_address', value: STRK, name: 'STRK' },
      { as: 'text', label: 'leg › to › amount', value: { amount: '0.5', symbol: 'STRK' } },
    ]);
    expect(amount('0x7').at(-1)).toMatchObject({
      as: 'text',
      value: { say: 'warnings.units', with: { amount: '500000000000000000' } },
    });
  });

  it('names contracts that are known on the network, and no others', () => {
    const nameOf = (address: string) =>
      legOf(withType(1, 'ContractAddress', address)).map((fact) => 'name' in fact && fact.name);
    // AVNU's exchange on Mainnet, its exchange on Sepolia, and USDC in both of its forms.
    expect(nameOf('0x4270219d365d6b017231b52e92b3fb5d7c8378b05e9abc97724537a80e93b0f')).toEqual([
      'AVNU',
    ]);
    expect(nameOf('0x2c56e8b00dbe2a71e57472685378fc8988bba947e9a99b26a00fade2b4fe7c2')).toEqual([
      false,
    ]);
    expect(nameOf(mainnetDefinition.tokens.USDCe.address)).toEqual(['USDC.e']);
    expect(nameOf(mainnetDefinition.tokens.USDC.address)).toEqual(['USDC']);
  });

  it('names a saved recipient as the user does, whether typed as an address or a felt', () => {
    const address = `0x04${'8'.repeat(62)}`;
    const label = { say: 'review.named', with: { label: 'leg › to', name: 'Anna' } };
    const saved = [{ address, name: 'Anna' }];
    for (const type of ['ContractAddress', 'felt']) {
      const parts = withType(type === 'felt' ? 0 : 1, type, address);
      const facts = (recipients: Recipient[]) =>
        describeParts(parts, mainnet, recipients).sections.at(-2)?.facts.at(-1);
      expect(facts(saved)).toMatchObject({ as: 'address', label, value: address });
      expect(facts([])).toMatchObject({ as: 'address', label: 'leg › to', value: address });
    }
  });

  // @promise T13.2
  it('shows a felt that is an address as one, and a larger number in hex', () => {
    const felt = (value: string, name = 'to') => {
      const parts = withType(0, 'felt', 0);
      parts.types.Leg = [{ name, type: 'felt' }];
      parts.message.leg = { [name]: value };
      return describeParts(parts).sections.at(-2)?.facts.at(-1);
    };
    const someone = `0x04${'8'.repeat(62)}`;
    expect(felt(someone)).toEqual({ as: 'address', label: 'leg › to', value: someone });
    expect(felt(STRK, 'x')).toMatchObject({ as: 'address', value: STRK, name: 'STRK' });
    expect(felt(account.address, 'x')).toMatchObject({
      as: 'address',
      label: { say: 'review.named', with: { label: 'leg › x' } },
      value: account.address,
    });
    const hash = `0x5${'c'.repeat(62)}`;
    expect(felt(hash, 'orderHash')).toEqual({ as: 'raw', label: 'leg › orderHash', value: hash });
    expect(felt('5000')).toMatchObject({ as: 'text', value: '5000' });
  });

  // @promise T13.2
  it('notes once that unused types are not signed, and nothing else of them', () => {
    const parts = example(1);
    Object.assign(parts.types, {
      'You receive 5 ETH': [{ name: 'x', type: 'felt' }],
      uint256: [{ name: '', type: 7 }],
    });
    const { sections } = describeParts(parts);
    expect(sections[1]?.facts.at(-1)).toEqual({
      as: 'text',
      label: { say: 'message.notSigned' },
      value: { say: 'message.unusedTypes', with: { count: '2' } },
    });
    expect(JSON.stringify(sections)).not.toMatch(/You receive|uint256/u);
    expect(JSON.stringify(describeParts(example(1)))).not.toContain('notSigned');
  });

  // @promise P11.2
  it('gives no two values one label, however a site calls them', async () => {
    const parts = example(1);
    parts.types.Order = [
      { name: 'buy', type: 'Leg' },
      { name: 'buy › amount', type: 'felt' },
    ];
    parts.types.Leg = [{ name: 'amount', type: 'felt' }];
    parts.message = { buy: { amount: 1 }, 'buy › amount': 2 };
    const say = createSay(await english());
    const labels = describeParts(parts).sections.flatMap(({ facts }) =>
      facts.flatMap((fact) => ('label' in fact ? say(fact.label) : [])),
    );
    expect(labels).toContain('buy › amount');
    expect(labels).toContain('“buy \\u{203a} amount”');
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('shows the root of a Merkle tree above its leaves', () => {
    const parts = withType(1, 'felt', 0);
    parts.types.Leg = [{ name: 'to', type: 'merkletree', contains: 'felt' }];
    parts.message.leg = { to: [1, 2] };
    expect(legOf(parts).map((fact) => fact.as)).toEqual(['raw', 'text', 'text']);
  });

  it('shows a negative number as it is, though it is signed as a large one', () => {
    const lowest = String(-(2n ** 127n));
    const parts = example(1);
    parts.types.Leg = [
      { name: 'amount', type: 'i128' },
      { name: 'to', type: 'ContractAddress' },
    ];
    parts.message.leg = { amount: lowest, to: '0x1234567890abcdef' };
    const facts = describeParts(parts).sections.flatMap((one) => one.facts);
    expect(JSON.stringify(facts)).toContain(`"${lowest}"`);
  });

  it('shows every felt and text that is signed, of any message', () => {
    fc.assert(
      fc.property(fc.constantFrom(0 as const, 1 as const).chain(randomTypedData), (random) => {
        const typedData = { ...random.typedData };
        const facts = typedDataFacts(parseTypedData(typedData));
        const shownFacts = describeParts(typedData).sections.flatMap((section) => section.facts);
        // One more for the kind of message.
        expect(shownFacts.filter(({ as }) => as !== 'sentence').length).toBeGreaterThan(
          facts.length,
        );
        const text = JSON.stringify(shownFacts);
        const missing: string[] = [];
        for (const { as, value, raw } of facts) {
          if (as === 'amount' || as === 'time') continue;
          const shownText = as === 'empty' ? 'nothing' : value;
          const drawnText = as === 'boolean' ? `message.${value}` : shownText;
          // A large number is shown in hex alone, or as the address that it is.
          const forms = as === 'number' ? [drawnText, raw, toAddress(raw ?? 0n)] : [drawnText];
          const isShown = forms.some((form) => text.includes(JSON.stringify(form).slice(1, -1)));
          if (!isShown) missing.push(`${as} ${drawnText}`);
          if (as === 'text' && raw !== undefined) expect(text).toContain(raw);
        }
        expect(missing).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('puts what a session permits before its values', () => {
    const { title, sections } = describeParts(sessionMessage());
    expect(title).toEqual({ say: 'message.titleSession' });
    const [session] = sections;
    expect(session?.facts).toEqual([
      ...['buy', 'sell'].map((entrypoint) => ({
        as: 'address',
        label: { say: 'message.sessionMethod', with: { entrypoint } },
        value: `0x04${'8'.repeat(62)}`,
      })),
      {
        as: 'text',
        label: { say: 'message.sessionUntil' },
        value: {
          say: 'message.time',
          with: { date: '2027\u201101\u201115 09:00:00 UTC', seconds: '1800003600' },
        },
      },
      {
        as: 'text',
        label: { say: 'message.sessionLength' },
        value: { say: 'message.lastsMinutes', with: { count: { amount: '60' } } },
      },
      {
        as: 'raw',
        label: { say: 'message.sessionKey' },
        value: '0x1234567890abcdef1234567890abcdef',
      },
    ]);
  });

  it('names the listed contracts that a session permits', () => {
    const strk = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
    const methods = [strk, `0x4${'8'.repeat(62)}`].map((contract) => ({
      'Contract Address': contract,
      selector: 'transfer',
    }));
    const [session] = describeParts(sessionMessage({ methods })).sections;
    expect(session?.facts).toMatchObject([{ name: 'STRK', value: strk }, {}, {}, {}, {}]);
    expect(session?.facts[1]).not.toHaveProperty('name');
  });

  it('shows each session of several', () => {
    const parts = sessionMessage();
    parts.types.Both = ['one', 'other'].map((name) => ({ name, type: 'Session' }));
    const other = { ...parts.message, 'Session Key': '0x99' };
    const message = { one: parts.message, other };
    const { sections } = describeParts({ ...parts, primaryType: 'Both', message });
    const keys = sections.slice(0, 2).map(({ facts }) => facts.at(-1));
    expect(keys).toMatchObject([{ value: parts.message['Session Key'] }, { value: '0x99' }]);
  });

  it('notes that a session names no later time, or has no end', () => {
    const over = describeParts(sessionMessage({ expires: NOW - 1 }));
    expect(JSON.stringify(over.sections[0])).toContain('message.sessionPast');
    const endless = sessionMessage();
    endless.types.Session = (endless.types.Session as { name: string }[]).slice(1);
    delete endless.message['Expires At'];
    expect(JSON.stringify(describeParts(endless).sections[0])).toContain('message.sessionForever');
  });
});
