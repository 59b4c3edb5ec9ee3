import { describe, expect, it } from '@jest/globals';
import { outsideMessage } from '../../../test/messages/outsideExecution';
import { sessionMessage } from '../../../test/messages/sessionMessage';
import { example, message, type Parts, withType } from '../../../test/messages/typedDataExample';
import { createAddressBook } from '../../../test/review/subject';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import type { StoredAccount } from '../../schema/account';
import { chainIds } from '../../schema/primitives';
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

const halves = { low: 0, high: 1 };
const inHalves = message(0, { spender: ['felt', someone], value: ['Uint256', halves] });
inHalves.types.Uint256 = ['low', 'high'].map((name) => ({ name, type: 'felt' }));

describe('messageWarnings', () => {
  it.each([0, 1] as const)('returns nothing for an ordinary message (revision %i)', (revision) => {
    expect(rulesOf(example(revision))).toEqual([]);
  });

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

  describe('of permits', () => {
    it.each<[string, Parts, string]>([
      [
        'an amount',
        message(1, { spender: ['ContractAddress', someone], value: ['u256', u256(5n)] }),
        'permit high',
      ],
      [
        'an amount in revision 0',
        message(0, { Spender: ['felt', someone], value: ['felt', '1000'] }),
        'permit high',
      ],
      [
        'a piece of a collection',
        message(1, {
          spender: ['ContractAddress', someone],
          token: ['NftId', { collection_address: someone, token_id: u256(7n) }],
        }),
        'permit high',
      ],
      [
        'a whole collection',
        message(1, { operator: ['ContractAddress', someone], approved: ['bool', true] }),
        'permit high',
      ],
      [
        'all of a token',
        message(1, {
          spender: ['ContractAddress', someone],
          value: ['u256', u256(2n ** 256n - 1n)],
        }),
        'permitUnlimited critical',
      ],
      [
        'nearly all of a token',
        message(1, { spender: ['felt', someone], amount: ['u128', (2n ** 128n - 1n).toString()] }),
        'permitUnlimited critical',
      ],
      [
        'all of a token of which both parts are signed by themselves',
        message(1, {
          spender: ['felt', someone],
          amount: ['TokenAmount', { token_address: someone, amount: u256(2n ** 255n) }],
        }),
        'permitUnlimited critical',
      ],
      ['all of a token, by the high half alone', inHalves, 'permitUnlimited critical'],
      [
        'all of a token, as a text that is signed as that number',
        message(0, { spender: ['felt', someone], value: ['felt', 'no more than 1 STRK'] }),
        'permitUnlimited critical',
      ],
    ])('warns of a permit for %s', (_, parts, rule) => {
      expect(rulesOf(parts)).toEqual([rule]);
      expect(JSON.stringify(warningsOf(parts))).toContain('0x 0488 8888 8888');
    });

    it('warns of a permit inside another struct', () => {
      const parts = message(1, { spender: ['felt', someone], value: ['u256', u256(5n)] }, 'Permit');
      parts.types.Order = [{ name: 'permits', type: 'Permit*' }];
      parts.primaryType = 'Order';
      parts.message = { permits: [parts.message] };
      expect(rulesOf(parts)).toEqual(['permit high']);
    });

    it.each<[string, Parts]>([
      [
        'an order without a spender',
        message(1, { maker: ['ContractAddress', someone], amount: ['u256', u256(2n ** 200n)] }),
      ],
      [
        'a spender without anything to spend',
        message(1, { spender: ['ContractAddress', someone], note: ['string', 'hello'] }),
      ],
    ])('ignores %s', (_, parts) => expect(rulesOf(parts)).toEqual([]));

    it('reads no address as an amount', () => {
      const approved = message(1, {
        operator: ['felt', someone],
        approved: ['ContractAddress', someone],
      });
      expect(rulesOf(approved)).toEqual(['permit high']);
    });

    it('reads no random nonce as an amount', () => {
      const parts = message(1, {
        spender: ['felt', someone],
        value: ['u256', u256(5n)],
        nonce: ['felt', `0x${'7'.repeat(62)}`],
      });
      expect(rulesOf(parts)).toEqual(['permit high']);
    });
  });

  describe('of calls', () => {
    const call = { to: ['felt', someone], selector: ['selector', 'go'], calldata: ['felt*', [1]] };
    it('warns of a message that holds calls', () => {
      expect(rulesOf(message(0, call as never))).toEqual(['calls high']);
    });
    it('ignores a message that only names a function, or only an address', () => {
      const { to, selector } = call;
      expect(rulesOf(message(0, { selector } as never))).toEqual([]);
      expect(rulesOf(message(0, { to } as never))).toEqual([]);
    });
  });

  describe('of the end', () => {
    const until = (type: string, value: unknown, name = 'deadline') =>
      message(1, { [name]: [type, value] });
    it.each([
      ['timestamp', NOW + 366 * 86_400],
      ['felt', '0xffffffffffffffff'],
      ['u128', (2n ** 128n - 1n).toString()],
      // To its contract it is the number of the text.
      ['felt', 'soon enough'],
    ])('warns of an end in a year or later (%s)', (type, value) => {
      expect(rulesOf(until(type, value))).toEqual(['expiresLate caution']);
      expect(rulesOf(until(type, value, 'Expires At'))).toEqual(['expiresLate caution']);
    });
    it('ignores an earlier end, and times that are no end', () => {
      expect(rulesOf(until('shortstring', 'The end of May', 'end'))).toEqual([]);
      expect(rulesOf(until('timestamp', NOW + 364 * 86_400))).toEqual([]);
      expect(rulesOf(until('timestamp', NOW + 3660 * 86_400, 'vesting'))).toEqual([]);
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
      expect(
        rulesOf(login('app.shop.example', { spender: ['felt', someone], value: ['felt', 5] })),
      ).toEqual(['loginWithMore critical', 'permit high']);
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
