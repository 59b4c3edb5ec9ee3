import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseAmount, plainAmount, showAmount } from './amount';

const languages = ['en', 'de', 'es', 'fr', 'de-CH', 'hi-IN', 'ar'] as const;

describe('parseAmount', () => {
  it.each([
    ['1', 10n ** 18n],
    ['0.5', 5n * 10n ** 17n],
    ['.5', 5n * 10n ** 17n],
    ['2.', 2n * 10n ** 18n],
    ['1.234', 1234n * 10n ** 15n],
    [' 1,234.5 ', 12345n * 10n ** 17n],
    ['1,234,567', 1234567n * 10n ** 18n],
    ['1 234', 1234n * 10n ** 18n],
    ['1’234’567.5', 12345675n * 10n ** 17n],
    ['0.000000000000000001', 1n],
    ['340282366920938463463.374607431768211455', 2n ** 128n - 1n],
  ])('reads %s in English', (text, expected) => {
    expect(parseAmount(text, 18, 'en')).toBe(expected);
  });

  it.each([
    ['1,5', 15n * 10n ** 17n],
    ['1,234', 1234n * 10n ** 15n],
    ['1.234,5', 12345n * 10n ** 17n],
    ['1.234.567', 1234567n * 10n ** 18n],
  ])('reads %s in German', (text, expected) => {
    expect(parseAmount(text, 18, 'de')).toBe(expected);
  });

  it.each([
    ['en', '1,5', 15n * 10n ** 17n],
    ['en', '1,234', 1234n * 10n ** 18n],
    ['de', '1.5', 15n * 10n ** 17n],
    ['de', '1.234', 1234n * 10n ** 18n],
  ])('reads what only one number can be: in %s %s', (language, text, expected) => {
    expect(parseAmount(text, 18, language)).toBe(expected);
  });

  it.each([
    ['fr', '1.234', '“1.234” can be read in two ways. Write 1,2340 or 1 234.'],
    ['de-CH', '1,234', '“1,234” can be read in two ways. Write 1 234 or 1.2340.'],
  ])('refuses a foreign form of two readings: in %s %s', (language, text, sentence) => {
    expect(() => parseAmount(text, 18, language)).toThrow(sentence);
  });

  it.each([
    '',
    '.',
    ',',
    ' ',
    '-1',
    '1e3',
    '0x10',
    '1.2.3',
    'one',
    '12,34,5.0',
    '1,23.4',
    '1,2,3',
    '1,234 567',
    '1,234.567,8',
    '٣',
  ])('refuses %p', (text) => {
    expect(() => parseAmount(text, 18, 'en')).toThrow('Enter an amount as a number, such as 0.5.');
  });

  it('refuses more decimals than the token has', () => {
    expect(() => parseAmount('0.0000001', 6, 'en')).toThrow('At most 6 digits');
  });

  it('reads back every amount that plainAmount writes, in every language', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 2n ** 256n - 1n),
        fc.integer({ min: 0, max: 36 }),
        fc.constantFrom(...languages),
        (fri, decimals, language) => {
          expect(parseAmount(plainAmount(fri, decimals, language), decimals, language)).toBe(fri);
        },
      ),
    );
  });
});

describe('showAmount', () => {
  it.each([
    [10n ** 18n, '1'],
    [98497047152000000000n, '≈ 98.497'],
    [98497100000000000000n, '98.4971'],
    [999999999999999999n, '≈ 1'],
  ])('shows %p as %s', (fri, short) => {
    expect(showAmount(fri, 18, 'en').short).toBe(short);
  });

  it.each([
    ['en', '≈ 1,234.57', '1,234.567891234'],
    ['de', '≈ 1.234,57', '1.234,567891234'],
    ['es', '≈ 1.234,57', '1.234,567891234'],
  ])('writes it as %s does', (language, short, exact) => {
    expect(showAmount(1234567891234n, 9, language)).toEqual({ short, exact, isExact: false });
  });
});
