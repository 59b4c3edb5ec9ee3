import { describe, expect, it } from '@jest/globals';
import { outsideMessage } from '../../../test/messages/outsideExecution';
import { sessionMessage } from '../../../test/messages/sessionMessage';
import { example, message, type Parts, withType } from '../../../test/messages/typedDataExample';
import { createAddressBook, party } from '../../../test/review/subject';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { mainnet } from '../../networks/mainnet';
import type { StoredAccount } from '../../schema/account';
import { chainIds, FIELD_PRIME } from '../../schema/primitives';
import { getSelector } from '../../starknet/selector';
import { parseTypedData } from '../../starknet/typedData/parse';
import { messageWarnings } from './warnings';

const NOW = 1_800_000_000;
const [stored] = storedAccounts(chainIds.sepolia, 1) as [StoredAccount]; // one was asked for
const account: StoredAccount = { ...stored, deployment: 'deployed' };
const warningsOf = (parts: Parts, origin = 'https://app.shop.example', signer = account) =>
  messageWarnings({
    context: {
      origin,
      method: 'xnet_signMessage',
      network: { name: 'Testnet (Sepolia)', chainId: chainIds.sepolia },
    },
    account: signer,
    typedData: parseTypedData(parts),
    addresses: createAddressBook(),
    now: NOW,
  });
const rulesOf = (parts: Parts, origin?: string) =>
  warningsOf(parts, origin).map(({ rule, severity }) => `${rule} ${severity}`);

const u256 = (value: bigint) => ({
  low: `0x${(value % 2n ** 128n).toString(16)}`,
  high: `0x${(value / 2n ** 128n).toString(16)}`,
});
const someone = `0x4${'8'.repeat(62)}`;
const to = { to: ['felt', someone] } as const;
// The examples are for Mainnet.
const USDC = mainnet.tokens.USDC.address;
const amountOf = (amount: bigint) => ({ token_address: someone, amount: u256(amount) });
const piece = { collection_address: someone, token_id: u256(2n ** 255n) };
const toText = (value: unknown) => (typeof value === 'bigint' ? value.toString() : value);

describe('messageWarnings', () => {
  it.each([0, 1] as const)('returns nothing for an ordinary message (revision %i)', (revision) => {
    expect(rulesOf(example(revision))).toEqual([]);
  });

  // @promise T11.1
  it.each<['felt' | 'ContractAddress', 0 | 1]>([
    ['felt', 0],
    ['felt', 1],
    ['ContractAddress', 1],
  ] as const)(
    'warns of an imitation of a known address in a %s (revision %i)',
    (type, revision) => {
      const { friend, savings, usdc } = party;
      for (const known of [friend, savings, usdc]) {
        const twin = `${known.slice(0, 6)}${'7'.repeat(56)}${known.slice(-4)}`;
        expect(rulesOf(withType(revision, type, twin))).toEqual(['addressLookAlike critical']);
        expect(rulesOf(withType(revision, type, known))).toEqual([]);
      }
    },
  );

  describe('of doubtful values', () => {
    it.each([
      ['the zero address', 'ContractAddress', 0, ['zeroAddress caution']],
      ['an Ethereum address', 'ContractAddress', `0x${'ab'.repeat(20)}`, ['ethereumAddress high']],
      ['a selector without a name', 'selector', '0x1234', ['unreadableSelector critical']],
    ])('warns of %s', (_, type, value, rules) => {
      const parts = withType(1, type, value);
      expect(rulesOf(parts)).toEqual(rules);
      expect(JSON.stringify(warningsOf(parts))).toContain('leg › to');
    });

    it.each([
      ['an address', 'ContractAddress', someone],
      ['a selector by its name', 'selector', 'anything_at_all'],
      ['a number that is small', 'felt', 0],
      ['a number of 20 bytes', 'felt', `0x${'ab'.repeat(20)}`],
    ])('ignores %s', (_, type, value) => {
      expect(rulesOf(withType(1, type, value))).toEqual([]);
    });
  });

  describe('of amounts without limit', () => {
    it.each<[string, Parts]>([
      ['the greatest of 256 bits', message(1, { x: ['u256', u256(2n ** 256n - 1n)], ...to })],
      ['half of it', message(1, { x: ['u256', u256(2n ** 255n)], ...to })],
      ['the greatest of 128 bits', message(1, { x: ['u128', `${2n ** 128n - 1n}`], ...to })],
      ['all bits of a felt', message(0, { x: ['felt', `0x${'f'.repeat(62)}`], ...to })],
      ['minus one', message(0, { x: ['felt', FIELD_PRIME - 1n], ...to })],
      ['a power of two', message(0, { x: ['felt', 2n ** 160n], ...to })],
      ['a million million tokens', message(0, { x: ['felt', `${10n ** 30n}`], ...to })],
      [
        'more than there is of any token',
        message(1, { x: ['u256', u256(2n ** 120n + 1n)], ...to }),
      ],
      ['its digits', message(1, { x: ['string', `${2n ** 256n - 1n}`], ...to })],
      ['a standard amount', message(1, { x: ['TokenAmount', amountOf(2n ** 113n)], ...to })],
    ])('warns of %s beside an address', (_, parts) => {
      const told = JSON.parse(JSON.stringify(parts, (_key, one) => toText(one))) as Parts;
      expect(rulesOf(told)).toEqual(['unlimited critical']);
    });

    it.each<[string, Parts]>([
      ['the greatest number beside nobody', message(1, { x: ['u128', `${2n ** 128n - 1n}`] })],
      ['a random number', message(0, { x: ['felt', '0x8c1f0a779bde4411a0c35f2e6d7b8a91'], ...to })],
      ['an amount', message(1, { x: ['u256', u256(10n ** 24n)], ...to })],
      ['minus one of a signed type', message(1, { x: ['i128', -1], ...to })],
      ['the number of a piece', message(1, { x: ['NftId', piece], ...to })],
    ])('ignores %s', (_, parts) => expect(rulesOf(parts)).toEqual([]));

    it.each<[string, string, bigint, string[]]>([
      ['above all that there is', USDC, 10n ** 18n, ['unlimited critical']],
      ['in ordinary amounts', USDC, 5n * 10n ** 9n, []],
      ['that is not listed', `0x2${'9'.repeat(62)}`, 10n ** 18n, []],
    ])('compares an amount with the supply of a token %s', (_, token, amount, rules) => {
      const parts = { spender: ['felt', someone], token: ['felt', token] } as const;
      expect(rulesOf(message(1, { ...parts, amount: ['u128', String(amount)] }))).toEqual(rules);
    });
  });

  it('judges an amount of the standard’s type by its own token', () => {
    const other = amountOf(123n * 10n ** 18n + 1n);
    const known = { token_address: USDC, amount: u256(5n) };
    const parts = { a: ['TokenAmount', other], b: ['TokenAmount', known] } as const;
    expect(rulesOf(message(1, parts))).toEqual([]);
  });

  it('joins halves beside a token, and leaves a random number beside an amount', () => {
    const permit = { ...to, token: ['felt', USDC], amount: ['Halves', { a: 5, b: 1 }] } as const;
    const parts = message(0, { ...permit, nonce: ['felt', 7] });
    parts.types.Halves = ['a', 'b'].map((name) => ({ name, type: 'felt' }));
    expect(rulesOf(parts)).toEqual(['unlimited critical']);
    const counted = { ...parts, message: { ...parts.message, token: 1 } };
    expect(rulesOf(counted)).toEqual([]);
    const salted = { ...to, token: ['felt', USDC], amount: ['u128', 5000] } as const;
    const salt = ['u128', `${10n ** 20n + 1n}`] as const;
    expect(rulesOf(message(1, { ...salted, salt }))).toEqual([]);
  });

  describe('of something for nothing', () => {
    const side = { amount: u256(5n), token: someone };
    it('compares a struct with a list of its type', () => {
      const parts = message(1, { offer: ['Item', side], asks: ['Item*', []] });
      parts.types.Item = [
        { name: 'amount', type: 'u256' },
        { name: 'token', type: 'ContractAddress' },
      ];
      expect(rulesOf(parts)).toEqual(['sellsForNothing critical']);
    });
    it('ignores an empty struct beside an asset', () => {
      const parts = message(1, { a: ['Item', { x: someone }], b: ['Item', { x: someone }] });
      parts.types.Item = [{ name: 'x', type: 'ContractAddress' }];
      expect(rulesOf(parts)).toEqual([]);
    });
    it('ignores a zero of another type than the amount', () => {
      const parts = { token: ['felt', USDC], amount: ['felt', 5000], side: ['u8', 0] } as const;
      expect(rulesOf(message(0, parts))).toEqual([]);
    });
    const sides = (sold: unknown, bought: unknown) =>
      message(1, { a: ['u256', sold], b: ['u256', bought], ...to });
    it('warns of amounts side by side of which only one is anything', () => {
      expect(rulesOf(sides(u256(5n), u256(0n)))).toEqual(['sellsForNothing critical']);
      expect(rulesOf(sides(u256(0n), u256(5n)))).toEqual(['sellsForNothing critical']);
    });
    it('ignores two amounts, and two that are nothing', () => {
      expect(rulesOf(sides(u256(5n), u256(6n)))).toEqual([]);
      expect(rulesOf(sides(u256(0n), u256(0n)))).toEqual([]);
    });
    it('ignores the first of one-time numbers beside a recipient', () => {
      const permit = { token: ['felt', USDC], ...to, amount: ['felt', 5000], nonce: ['felt', 0] };
      expect(rulesOf(message(0, permit as never))).toEqual([]);
    });
  });

  describe('of keys', () => {
    const key = `0x3${'7'.repeat(62)}`;
    const accountAndOwner = {
      account: ['ContractAddress', someone],
      owner: ['felt', key],
    } as const;
    // @promise T13.3
    it.each([
      [9_999, ['setsKey high']],
      [10_000, []],
    ])('reads %i beside a key as a one-time number only if it is no amount', (n, rules) => {
      expect(rulesOf(message(1, { ...accountAndOwner, n: ['felt', n] }))).toEqual(rules);
    });
    it('warns of a maximum as large as a key as of no limit, and of no key', () => {
      const most = { to: accountAndOwner.account, most: ['felt', `${2n ** 251n}`] } as const;
      expect(rulesOf(message(1, most))).toEqual(['unlimited critical']);
    });
    it('ignores felts as large as addresses of which none says that it is one', () => {
      const felts = { ...to, owner: accountAndOwner.owner } as const;
      expect(rulesOf(message(0, felts))).toEqual([]);
      const order = { ...felts, n: ['felt', 5], until: ['felt', NOW + 60] } as const;
      expect(rulesOf(message(0, order))).toEqual([]);
    });
  });

  describe('of calls', () => {
    const call = { to: ['felt', someone], selector: ['selector', 'go'], calldata: ['felt*', [1]] };
    it('warns of a message that holds calls', () => {
      expect(rulesOf(message(0, call as never))).toEqual(['calls high']);
    });
    it('warns of a function that only its hash or its name beside arguments tells', () => {
      const named = { to: ['felt', someone], a: ['felt', 'transfer'], b: ['felt*', [1]] };
      expect(rulesOf(message(0, named as never))).toEqual(['calls high']);
      const hashed = { to: ['felt', someone], a: ['felt', getSelector('transfer')] };
      expect(rulesOf(message(0, hashed as never))).toEqual(['calls high']);
    });
    it('ignores a message that only names a function, or only an address, or an act', () => {
      const { to, selector } = call;
      expect(rulesOf(message(0, { selector } as never))).toEqual([]);
      expect(rulesOf(message(0, { to } as never))).toEqual([]);
      expect(rulesOf(message(0, { to, act: ['felt', 'withdraw'] } as never))).toEqual([]);
    });
    it('warns of a function beside the account itself', () => {
      const own = { x: ['felt', account.address], run: ['selector', 'replace_all'] } as const;
      expect(rulesOf(message(0, own))).toEqual(['calls high']);
    });
    it('ignores a one-time number that is signed as a selector', () => {
      const login = { to: ['felt', someone], nonce: ['selector', 'f00dfeedf00dfeed'] };
      expect(rulesOf(message(0, login as never))).toEqual([]);
    });
  });

  describe('of the end', () => {
    const YEAR = 365 * 86_400;
    const party = { to: ['ContractAddress', someone] } as const;
    const until = (type: string, value: unknown, more = {}) =>
      message(1, { end: [type, value], ...more });
    it.each([
      ['timestamp', NOW + YEAR + 1],
      ['timestamp', '0xffffffffffffffffff'],
      ['string', '2126-11-25T10:00:00.000Z'],
      ['shortstring', '2033-01-01'],
      ['felt', '2033/01/01 10:00'],
      ['string', '2033.01.01 10:00:00 +01:00'],
    ])('warns of a time later than a year of type %s', (type, value) => {
      expect(rulesOf(until(type, value))).toEqual(['expiresLate high']);
    });
    it.each(['felt', 'u128'])('warns of a number of type %s that is such a time', (type) => {
      expect(rulesOf(until(type, 2_000_000_000, party))).toEqual(['expiresLate high']);
      expect(rulesOf(until(type, 2_000_000_000_000, party))).toEqual(['expiresLate high']);
    });
    it('warns of the greatest number of 64 bits as an amount and as an end', () => {
      expect(rulesOf(until('felt', '0xffffffffffffffff', party))).toEqual([
        'unlimited critical',
        'expiresLate high',
      ]);
    });
    it('warns of such a time of type u64, whatever else the message holds', () => {
      expect(rulesOf(message(0, { end: ['u64', 3_123_456_789] }))).toEqual(['expiresLate high']);
    });
    it('ignores earlier times, and numbers that need be no time', () => {
      expect(rulesOf(until('shortstring', 'The end of May', to))).toEqual([]);
      expect(rulesOf(until('timestamp', NOW + YEAR))).toEqual([]);
      expect(rulesOf(until('felt', 3_123_456_789))).toEqual([]);
      const soon = { ...party, until: ['timestamp', NOW + 60] };
      expect(rulesOf(until('felt', 3_123_456_789, soon))).toEqual([]);
      const amount = { ...to, token: ['felt', USDC] };
      expect(rulesOf(until('felt', 5_000_000_000, amount))).toEqual([]);
      expect(rulesOf(until('felt', 5_123_456_789, amount))).toEqual([]);
      expect(rulesOf(until('felt', 2_000_000_000_000_000, party))).toEqual([]);
    });
    it.each([
      ['a round number', 5_000_000_000],
      ['a time that is not round', 1_999_999_999],
      ['milliseconds', 2_000_000_000_000],
      ['microseconds', 2_000_000_000_000_000],
    ])('reads %s as an amount or as an end, and never one value as both', (_, number) => {
      const permit = { ...party, token: ['ContractAddress', USDC] } as const;
      const size = (value: unknown) => ({ ...permit, size: ['u128', value] }) as const;
      expect(rulesOf(until('u128', number, permit))).toEqual([]);
      expect(rulesOf(until('u128', number, size(7)))).toEqual([]);
      expect(rulesOf(until('u128', number, size(25_000_000)))).toEqual(['expiresLate high']);
      const fee = { fee_token: ['ContractAddress', USDC] } as const;
      expect(rulesOf(until('u128', number, { ...size(25_000_000), ...fee }))).toEqual([]);
      const soon = { soon: ['timestamp', NOW + 60] } as const;
      expect(rulesOf(until('u128', number, { ...size(25_000_000), ...soon }))).toEqual([]);
    });
  });

  describe('of logins', () => {
    const login = (domain: string, more = {}) =>
      message(
        1,
        {
          statement: ['string', 'Sign in with Starknet'],
          domain: ['string', domain],
          nonce: ['felt', '0x77'],
          ...more,
        },
        'Login',
      );
    it.each(['bank.example', 'https://bank.example/login', 'shop.example.evil.example'])(
      'warns of a login for another site (%s)',
      (site) => expect(rulesOf(login(site))).toEqual(['loginElsewhere critical']),
    );
    it.each(['app.shop.example', 'https://app.shop.example/login', 'shop.example', 'My shop'])(
      'ignores a login for the asking site (%s)',
      (site) => expect(rulesOf(login(site))).toEqual([]),
    );
    it('ignores a message that names another site and is no login', () => {
      expect(rulesOf(message(1, { url: ['string', 'https://pictures.example/1'] }))).toEqual([]);
    });
    it('warns of a login that covers more than a login', () => {
      const amount = ['TokenAmount', { token_address: someone, amount: u256(5n) }];
      expect(rulesOf(login('app.shop.example', { amount }))).toEqual(['loginWithMore critical']);
      const payment = { spender: ['felt', someone], token: ['felt', USDC], value: ['felt', 5] };
      expect(rulesOf(login('app.shop.example', payment))).toEqual(['loginWithMore critical']);
    });
  });

  describe('of sessions', () => {
    it('warns of a session that is open to what it lists', () => {
      expect(rulesOf(sessionMessage())).toEqual(['session high']);
    });
    it('warns of a session that is open to the account itself', () => {
      const methods = [{ 'Contract Address': account.address, selector: 'upgrade' }];
      expect(rulesOf(sessionMessage({ methods }))).toEqual([
        'sessionAccount critical',
        'session high',
      ]);
    });
    it('warns of a session whose permissions cannot be read', () => {
      expect(rulesOf(sessionMessage({ methods: [] }))).toEqual(['sessionUnread critical']);
    });
    it('ignores a message that merely has an end', () => {
      const parts = message(1, { nonce: ['felt', 1], expires: ['timestamp', NOW + 60] }, 'Session');
      expect(rulesOf(parts)).toEqual([]);
    });
  });

  // @promise T13.3
  it('notes that sites which ask the chain reject messages of an undeployed account', () => {
    const [note] = warningsOf(example(1), undefined, stored);
    expect(note).toMatchObject({ rule: 'undeployed', severity: 'info' });
    expect(rulesOf(example(1))).toEqual([]);
  });

  it('puts the worst first', () => {
    const parts = withType(1, 'ContractAddress', 0);
    (parts.types.Leg as object[]).push({ name: 'go', type: 'selector' });
    Object.assign(parts.message.leg as object, { go: '0x12' });
    expect(rulesOf(parts)).toEqual(['unreadableSelector critical', 'zeroAddress caution']);
  });

  it('warns of the calls of an outside execution that is not reviewed as a transaction', () => {
    expect(rulesOf(outsideMessage({ version: '2' }))).toContain('calls high');
  });
});
