import { describe, expect, it } from '@jest/globals';
import { ADDRESS_BOUND, ETHEREUM_BOUND, FIELD_PRIME } from '../../schema/primitives';
import { toHex } from '../felt';
import { getSelector } from '../selector';
import type { TypedValue } from './basic';
import {
  isMaximum,
  readAddress,
  readFunction,
  readFunctionText,
  readMicroseconds,
  readNumber,
  readTime,
} from './values';

type Felt = Extract<TypedValue, { as: 'felt' }>;

const felt = (number: bigint, type: Felt['type'] = 'felt'): Felt => ({
  as: 'felt',
  type,
  felt: toHex(number),
});
const word = (text: string, type: Felt['type'] = 'shortstring'): Felt => ({
  ...felt(0x1234n, type),
  text,
});
const longText = (text: string): TypedValue => ({ as: 'text', type: 'string', text });
const list: TypedValue = { as: 'list', type: 'felt*', items: [felt(5n)] };

describe('readNumber', () => {
  it.each<[string, TypedValue, bigint | undefined]>([
    ['a felt', felt(5n), 5n],
    ['the digits of a text', longText('25'), 25n],
    ['the hex digits of a text', longText('0xfF'), 255n],
    ['a selector, whose text is its name', word('transfer', 'selector'), 0x1234n],
    ['the size of a negative number', felt(FIELD_PRIME - 5n, 'i128'), 5n],
    ['the largest positive number', felt(FIELD_PRIME / 2n, 'i128'), FIELD_PRIME / 2n],
    ['the felt of another type above the half', felt(FIELD_PRIME - 5n), FIELD_PRIME - 5n],
    ['no number of a word', word('12'), undefined],
    ['no number of a long text of words', longText('25 USDC'), undefined],
    ['no number of a list', list, undefined],
  ])('reads %s', (_, value, number) => {
    expect(readNumber(value)).toBe(number);
  });
});

describe('isMaximum', () => {
  const supply = 2n ** 112n;
  it.each<[string, bigint, boolean]>([
    ['the greatest number of 64 bits', 2n ** 64n - 1n, true],
    ['the one below it', 2n ** 64n - 2n, false],
    ['the greatest of 128 bits', 2n ** 128n - 1n, true],
    ['one close to the greatest of 256 bits', 2n ** 256n - 2n ** 236n, true],
    ['one that lacks the last of the leading bits', 2n ** 256n - 2n ** 236n - 1n, false],
    ['one whose ones are at its end', 2n ** 200n + 2n ** 30n - 1n, false],
    ['a round number of bits from the largest supply on', supply, true],
    ['a round number of bits below it', supply / 2n, false],
    ['a number above it that is not round', supply + 2n ** 63n, false],
    ['a trillion tokens', 10n ** 30n, true],
    ['whole tokens below a trillion', 10n ** 30n - 10n ** 18n, false],
    ['more than a trillion tokens with a fraction', 10n ** 30n + 10n ** 17n, false],
  ])('tells of %s whether it stands for no limit', (_, number, isOne) => {
    expect(isMaximum(number)).toBe(isOne);
  });
});

describe('readAddress', () => {
  const smallest = 2n ** 192n + 1n;
  const ether = 2n ** 152n + 1n;
  const hexText = `0x${'0'.repeat(34)}123456`;

  it.each<[string, TypedValue]>([
    ['a small number of the type of addresses', felt(5n, 'ContractAddress')],
    ['a felt from the smallest address on', felt(smallest)],
    ['a felt of the size of an Ethereum address', felt(ether)],
    ['a large Ethereum address', felt(ETHEREUM_BOUND - 2n ** 159n + 1n)],
    ['a text in the form of an Ethereum address', longText(hexText)],
    ['the digits of a text of that size', longText(String(smallest))],
  ])('takes %s', (_, value) => {
    expect(readAddress(value)).toBe(readNumber(value));
    expect(readAddress(value)).toBeDefined();
  });

  it.each<[string, TypedValue]>([
    ['a felt below the smallest address', felt(2n ** 191n + 1n)],
    ['one below an Ethereum address', felt(2n ** 151n + 1n)],
    ['one above every Ethereum address', felt(ETHEREUM_BOUND + 1n)],
    ['one above every address', felt(ADDRESS_BOUND)],
    ['the greatest number of a type', felt(2n ** 248n - 1n)],
    ['a number of a type that says what it is', felt(smallest, 'u256' as Felt['type'])],
    ['the same as a class hash', felt(smallest, 'ClassHash')],
    ['a short number in a text', longText('0x123456')],
    ['a word', word('friend')],
    ['a list', list],
  ])('takes %s for no address', (_, value) => {
    expect(readAddress(value)).toBeUndefined();
  });
});

describe('readFunction', () => {
  const transfer = BigInt(getSelector('transfer'));
  const nameless = { name: null };

  it.each<[string, TypedValue, { name: string | null } | undefined]>([
    ['the name of a selector', word('mint_all', 'selector'), { name: 'mint_all' }],
    ['a known selector', felt(transfer, 'selector'), { name: 'transfer' }],
    ['an unknown selector', felt(77n, 'selector'), nameless],
    ['a known selector as a felt', felt(transfer), { name: 'transfer' }],
    ['no random number that looks like a name', word('deadbeef01', 'selector'), undefined],
    ['no selector of another text', word('not a name', 'selector'), undefined],
    ['no unknown felt', felt(77n), undefined],
    ['no known selector in a type of its own', felt(transfer, 'ContractAddress'), undefined],
    ['no felt that a text explains', { ...word('x'), felt: toHex(transfer) }, undefined],
    ['no long text', longText('transfer'), undefined],
  ])('reads %s', (_, value, name) => {
    expect(readFunction(value)).toEqual(name);
  });

  it.each<[string, Felt, { name: string | null } | undefined]>([
    ['a well-known word', word('transfer_from'), { name: 'transfer_from' }],
    ['a word in lower case', word('mint_all'), { name: 'mint_all' }],
    ['no symbol', word('USDC'), undefined],
    ['no sentence', word('send it'), undefined],
    ['no word of another type', word('transfer', 'ContractAddress'), undefined],
    ['a known selector', felt(transfer), { name: 'transfer' }],
    ['no other number', felt(77n), undefined],
  ])('reads beside a target %s', (_, value, name) => {
    expect(readFunctionText(value, 'any')).toEqual(name);
    const isWord = value.text !== undefined && value.text !== 'transfer_from';
    expect(readFunctionText(value, 'wellKnown')).toEqual(isWord ? undefined : name);
  });
});

describe('readTime', () => {
  const FIRST = 1_500_000_000n;
  const LAST = 10_000_000_000n;
  const day = BigInt(Date.UTC(2030, 0, 2) / 1_000);

  it.each<[string, TypedValue, bigint | undefined]>([
    ['seconds from 2017 on', felt(FIRST), FIRST],
    ['no number below them', felt(FIRST - 1n), undefined],
    ['the last second', felt(LAST - 1n), LAST - 1n],
    ['no number between seconds and milliseconds', felt(LAST), undefined],
    ['milliseconds from 2017 on', felt(FIRST * 1_000n + 999n), FIRST],
    ['no number below them', felt(FIRST * 1_000n - 1n), undefined],
    ['the last millisecond', felt(LAST * 1_000n - 1n), LAST - 1n],
    ['no later millisecond', felt(LAST * 1_000n), undefined],
    ['the greatest number of 64 bits, which never comes', felt(2n ** 64n - 1n), 2n ** 64n - 1n],
    ['any number of the type of times', felt(5n, 'timestamp'), 5n],
    ['no number of another type', felt(FIRST, 'ContractAddress'), undefined],
    ['the digits of a text', longText(String(FIRST)), FIRST],
    ['a date in a word', word('2030-01-02'), day],
    ['a date in a text', longText('2030/01/02'), day],
    ['a time of day', longText('2030-01-02T03:04'), day + 11_040n],
    ['seconds and their parts', longText('2030-01-02 03:04:05.9Z'), day + 11_045n],
    ['a zone', longText('2030-01-02T03:04+02:00'), day + 3_840n],
    ['a zone without a colon', longText('2030-01-02T03:04 -0130'), day + 16_440n],
    ['the beginning of the count', longText('1970-01-01'), 0n],
    ['no earlier date', longText('1969-12-31'), undefined],
    ['no date with two separators', longText('2030-01/02'), undefined],
    ['no date with a word behind', longText('2030-01-02 soon'), undefined],
    ['no date with a clock right behind', longText('2030-01-0203:04'), undefined],
    ['no date of 13 months', longText('2030-13-02'), undefined],
    ['no word with a clock alone', longText('someday..T03:04'), undefined],
    ['no list', list, undefined],
  ])('reads %s', (_, value, seconds) => {
    expect(readTime(value)).toBe(seconds);
  });

  it.each<[string, TypedValue, bigint | undefined]>([
    ['microseconds from 2017 on', felt(FIRST * 10n ** 6n), FIRST],
    ['no number below them', felt(FIRST * 10n ** 6n - 1n), undefined],
    ['the last microsecond', felt(LAST * 10n ** 6n - 1n), LAST - 1n],
    ['no later one', felt(LAST * 10n ** 6n), undefined],
    ['no number of another type', felt(FIRST * 10n ** 6n, 'ContractAddress'), undefined],
    ['no word', word('soon'), undefined],
  ])('reads %s as microseconds', (_, value, seconds) => {
    expect(readMicroseconds(value)).toBe(seconds);
  });
});
