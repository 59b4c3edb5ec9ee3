import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { message } from '../../../test/messages/typedDataExample';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { mainnet } from '../../networks/mainnet';
import type { StoredAccount } from '../../schema/account';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import { parseTypedData } from '../../starknet/typedData/parse';
import { readGrant } from './grants';

const [account] = storedAccounts(chainIds.mainnet, 1) as [StoredAccount]; // one was asked for
const someone = `0x04${'8'.repeat(62)}`;
// The examples are for Mainnet.
const USDC = mainnet.tokens.USDC.address;
type Fields = Parameters<typeof message>[1];
const read = (fields: Fields, revision: 0 | 1 = 1) =>
  readGrant({
    account,
    typedData: parseTypedData(message(revision, fields)),
    now: 1_800_000_000,
  });

const token = ['ContractAddress', USDC] as const;
const STRK = ['ContractAddress', knownTokens.STRK.address] as const;
const FELT = ['felt', USDC] as const;
const to = ['ContractAddress', someone] as const;
const amount = ['u256', { low: 25_000_000, high: 0 }] as const;

describe('readGrant', () => {
  // @promise T13.3
  it('says the most that an order can take, if it names one amount of one token', () => {
    const most = { amount: '25000000', token: USDC };
    expect(read({ token, to, amount }).most).toEqual(most);
    const ends = ['timestamp', 1_800_000_600] as const;
    expect(read({ token, to, amount, ends }).most).toEqual(most);
  });

  it.each<[string, Fields]>([
    ['two tokens', { token, amount, other: ['ContractAddress', knownTokens.STRK.address] }],
    ['another number', { token, to, amount, nonce: ['felt', 0] }],
    ['a time that would be more', { token, to, amount, until: ['u128', 1_800_000_600] }],
    [
      'a piece',
      {
        token,
        amount,
        x: ['NftId', { collection_address: someone, token_id: { low: 1, high: 0 } }],
      },
    ],
    ['felts of which nothing is known', { token, amount, more: ['felt*', [1]] }],
    ['no listed token', { token: to, to: ['ContractAddress', `0x2${'9'.repeat(62)}`], amount }],
    ['no limit', { token, to, amount: ['u256', { low: 0, high: 1 }] }],
  ])('says no most for an order with %s', (_, fields) => {
    expect(read(fields)).toMatchObject({ moves: 'order' });
    expect(read(fields)).not.toHaveProperty('most');
  });

  // @promise T13.3
  it.each<[string, Fields, 'order' | 'unknown' | null]>([
    ['an address', { to }, 'unknown'],
    ['an address in a felt', { x: ['felt', someone] }, 'unknown'],
    ['an address of Ethereum in a felt', { x: ['felt', `0x${'7a'.repeat(20)}`] }, 'unknown'],
    ['a random number of 128 bits', { x: ['felt', `0x${'7a'.repeat(16)}`] }, null],
    ['an address in decimal digits', { x: ['string', `${BigInt(someone)}`] }, 'unknown'],
    ['felts', { x: ['felt*', [1, 2]] }, 'unknown'],
    ['a number without limit', { x: ['u128', `${2n ** 128n - 1n}`] }, 'unknown'],
    ['a token with a time alone', { token, x: ['timestamp', 1_800_000_600] }, 'unknown'],
    ['the account itself', { x: ['ContractAddress', account.address] }, null],
    ['numbers and texts', { x: ['felt', 5], y: ['string', 'Hello'], z: ['bool', true] }, null],
    ['a token with a choice', { token, x: ['bool', true] }, 'unknown'],
    ['two small numbers', { x: ['felt', 0], y: ['felt', 1] }, null],
    ['no class', { x: ['ClassHash', 0] }, null],
    ['no felts', { x: ['felt*', []] }, null],
  ])('reads what %s lets others do', (_, fields, moves) => {
    expect(read(fields).moves).toBe(moves);
  });

  // @promise T13.3
  it.each<[string, Fields, 0 | 1]>([
    [
      'and a one-time number',
      { token, x: ['u128', 5], b: STRK, y: ['u128', 0], n: ['u128', 7] },
      1,
    ],
    ['and a recipient', { to, token, x: ['u128', 5], b: STRK, y: ['u128', 0] }, 1],
    ['of revision 0', { a: FELT, x: ['felt', 0], b: FELT, y: ['felt', 5], n: ['felt', 7] }, 0],
  ])('warns of a token for nothing %s', (_, fields, revision) => {
    const rules = read(fields, revision).extremes.map(({ rule }) => rule);
    expect(rules).toContain('sellsForNothing');
  });

  // @promise T13.3
  it('accepts an order of two tokens that pays something, or nothing for nothing', () => {
    for (const [x, y] of [
      [5, 7],
      [0, 0],
    ]) {
      const fields: Fields = { token, x: ['u128', x], b: STRK, y: ['u128', y], n: ['u128', 0] };
      expect(read(fields).extremes).toEqual([]);
    }
  });

  // @promise T13.3
  it('warns of a token for nothing wherever tokens stand, whatever else is signed', () => {
    const types = fc.constantFrom('felt', 'u128', 'u256');
    const order = fc.constantFrom(['a', 'b', 'x', 'y'], ['x', 'y', 'a', 'b'], ['x', 'a', 'y', 'b']);
    const fields = fc.constantFrom<Fields[string]>(to, ['felt', 7], ['timestamp', 1_800_000_600]);
    const sold = fc.bigInt(10n ** 12n, 10n ** 22n);
    fc.assert(
      fc.property(types, order, fc.array(fields), sold, (type, places, excess, amountSold) => {
        const number = (value: bigint): Fields[string] =>
          type === 'u256' ? [type, { low: String(value), high: 0 }] : [type, String(value)];
        const typedAs = type === 'felt' ? FELT : token;
        const rulesWith = (bought: bigint) => {
          const values = { a: typedAs, b: STRK, x: number(amountSold), y: number(bought) };
          const row = places.map((place) => [place, values[place as keyof typeof values]]);
          const added = excess.map((one, i) => [`z${i}`, one]);
          const { extremes } = read(Object.fromEntries([...row, ...added]));
          return extremes.map(({ rule }) => rule).filter((rule) => rule === 'sellsForNothing');
        };
        expect(rulesWith(0n)).toEqual(['sellsForNothing']);
        expect(rulesWith(10n ** 12n)).toEqual([]);
      }),
    );
  });

  // @promise T13.3
  it('takes no choice beside contracts and numbers without an end for a sale', () => {
    const party = fc.constantFrom<Fields[string]>(to, ['ContractAddress', account.address]);
    const id = fc.tuple(fc.constant('felt'), fc.nat(2_000_000));
    const choice = fc.tuple(fc.constant('u128'), fc.constantFrom(0, 0, 0, 1));
    const parts = fc.tuple(party, party, id, choice, fc.array(fc.oneof(party, id, choice)));
    const shuffled = parts
      .map(([a, b, c, d, all]): Fields[string][] => [a, b, c, d, ...all])
      .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
    fc.assert(
      fc.property(shuffled, (all) => {
        const fields = Object.fromEntries(all.map((one, i) => [`x${i}`, one]));
        expect(read(fields).extremes).toEqual([]);
      }),
    );
  });

  it.each<[string, readonly [type: string, value: unknown][]]>([
    [
      'of two types',
      [
        ['felt', 5],
        ['u128', 1],
      ],
    ],
    [
      'of which one is too large for a half',
      [
        ['felt', `${2n ** 140n + 1n}`],
        ['felt', 1],
      ],
    ],
    [
      'of which one is a time',
      [
        ['felt', 5],
        ['felt', 1_800_000_600],
      ],
    ],
    [
      'with a third one',
      [
        ['felt', 5],
        ['felt', 1],
        ['felt', 1],
      ],
    ],
  ])('joins no numbers %s', (_, members) => {
    const names = members.map((_member, i) => `x${i}`);
    const value = Object.fromEntries(members.map(([, one], i) => [names[i], one]));
    const parts = message(0, { token, to, terms: ['Terms', value], nonce: ['felt', 7] });
    parts.types.Terms = members.map(([type], i) => ({ name: names[i], type }));
    const typedData = parseTypedData(parts);
    expect(readGrant({ account, typedData, now: 1_800_000_000 }).extremes).toEqual([]);
  });
});
