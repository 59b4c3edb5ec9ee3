import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergeTexts } from '../../../scripts/build/texts';
import { languages } from '../../schema/language';
import { formatUnits } from '../../starknet/felt';
import { type AmountForm, isRounded, readAmount, type Separators, writeAmount } from './amounts';
import { createSay, readSeparators } from './words';

const english = { point: '.', thousands: ',' };

describe('writeAmount', () => {
  it.each([
    ['0', '0'],
    ['7', '7'],
    ['999', '999'],
    ['1000', '1,000'],
    ['1234567.5', '1,234,567.5'],
    ['1234.567891', '1,234.567891'],
    ['12.500000', '12.5'],
    ['1.0', '1'],
    ['0.123456', '0.123456'],
    ['0.1234567', '≈ 0.123457'],
    ['0.9999999', '≈ 1'],
    ['97.494078123456789', '≈ 97.4941'],
    ['1234.567891234', '≈ 1,234.57'],
    ['999999.9999999', '≈ 1,000,000'],
    ['0.0000001', '0.0000001'],
    ['0.00000012345', '≈ 0.00000012'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['nothing', 'nothing'],
  ])('draws %s as %s', (decimal, drawn) => {
    expect(writeAmount(decimal, english)).toBe(drawn);
    expect(isRounded(decimal)).toBe(drawn.startsWith('≈'));
  });

  it('rounds within half of the last digit, marks what is not exact, and never shows nothing', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n), fc.nat(30), (value, decimals) => {
        const exact = formatUnits(value, decimals);
        const drawn = writeAmount(exact, english);
        const [whole = '', fraction = ''] = drawn
          .replace(/^≈ /u, '')
          .replaceAll(',', '')
          .split('.');
        const shown = BigInt(whole + fraction.padEnd(decimals, '0'));
        expect(fraction.length).toBeLessThanOrEqual(decimals);
        expect(drawn.startsWith('≈')).toBe(isRounded(exact));
        if (!isRounded(exact)) expect(shown).toBe(value);
        const away = shown > value ? shown - value : value - shown;
        // Half of the second digit is a twentieth of what it is, at the most.
        expect(away * 20n <= value).toBe(true);
        expect(away * 2n <= 10n ** BigInt(Math.max(0, decimals - 2))).toBe(true);
        expect(shown === 0n).toBe(value === 0n);
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives every digit if it is to be exact', () => {
    expect(writeAmount('1234.567891234', english, 'exact')).toBe('1,234.567891234');
    expect(writeAmount('1234.50', { point: ',', thousands: '.' }, 'exact')).toBe('1.234,50');
  });

  it('separates thousands and nothing else', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n), (value) => {
        const drawn = writeAmount(String(value), english);
        expect(drawn).toMatch(/^\d{1,3}(,\d{3})*$/u);
        expect(drawn.replaceAll(',', '')).toBe(String(value));
      }),
    );
  });
});

/** How languages write: those of the module, and others that people use. */
const writings: Separators[] = [
  { point: '.', thousands: ',' },
  { point: '.', thousands: "'" },
  { point: '.', thousands: '\u2019' },
  { point: ',', thousands: '\u202f' },
  { point: ',', thousands: '\u00a0' },
  { point: ',', thousands: '.' },
];
beforeAll(async () => {
  for (const language of languages)
    writings.push(readSeparators(createSay(await mergeTexts(language))));
});
const writing = fc.nat(100).map((at) => writings[at % writings.length] ?? english);
const tokenUnit = fc.constantFrom('STRK', 'USDC', 'USDC2', 'k', '');
const size = fc.nat(78).chain((digits) => fc.bigInt(0n, 10n ** BigInt(digits)));

const unitsOf = (decimal: string, decimals: number) => {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
};

describe('readAmount', () => {
  const german = { point: ',', thousands: '.' };
  const french = { point: ',', thousands: '\u202f' };
  const read = (text: string, separators: Separators, decimals = 18) =>
    readAmount(text, { decimals, unit: 'STRK', separators });

  it.each([
    ['25.000', german, '25000'],
    ['25.000', english, '25'],
    ['1,234', english, '1234'],
    ['1,234', german, '1.234'],
    ['≈ 987.488,5 STRK', german, '987488.5'],
    ["1'234.5", german, '1234.5'],
    ['1\u2019234,5', english, '1234.5'],
    ['1 234 567', english, '1234567'],
    ['12\u202f345,678', german, '12345.678'],
    ['1,5', english, '1.5'],
    ['1.5', german, '1.5'],
    ['0.125', german, '0.125'],
    ['1,234,567.5', german, '1234567.5'],
    ['.5', english, '0.5'],
    ['5.', english, '5'],
    ['00012', english, '12'],
  ])('reads %s in the language that writes %j as %s', (text, separators, decimal) => {
    expect(read(text, separators)).toEqual({ kind: 'amount', amount: unitsOf(decimal, 18) });
  });

  it('refuses what the language of the user does not write and others read as two numbers', () => {
    expect(read('25.000', french)).toEqual({ kind: 'ambiguous', readings: ['25', '25000'] });
    expect(read('1,234', { point: '.', thousands: "'" })).toEqual({
      kind: 'ambiguous',
      readings: ['1234', '1.234'],
    });
  });

  it.each(['x', '1.2.3', '1,2,3', '1 2', '12,34,567', "1'23", '1e3', '0x5', '-1', '+1', '١', '.'])(
    'refuses what is no number: %s',
    (text) => {
      expect(read(text, english)).toEqual({ kind: 'fault', fault: 'notNumber' });
    },
  );

  it('reads nothing from an empty text, and no more decimals than the token has', () => {
    expect(read('  ', english)).toEqual({ kind: 'none' });
    expect(read('1.2345678', english, 6)).toEqual({ kind: 'fault', fault: 'decimals' });
    expect(read('1.23450000', english, 4)).toEqual({ kind: 'amount', amount: 12345n });
  });

  it('takes no digit of a number for the name of its unit', () => {
    const separators = english;
    for (const unit of ['0', '000', '5', '.5'])
      expect(readAmount('1 000.5', { decimals: 1, unit, separators })).toEqual({
        kind: 'amount',
        amount: 10_005n,
      });
    expect(readAmount('10 USDC2', { decimals: 0, unit: 'USDC2', separators })).toEqual({
      kind: 'amount',
      amount: 10n,
    });
  });

  it('reads every amount that is written as the same amount, in every language and form', () => {
    const forms = fc.constantFrom<AmountForm>('near', 'held', 'exact', 'single', 'field');
    fc.assert(
      fc.property(size, fc.nat(30), writing, forms, tokenUnit, (...of) => {
        const [value, decimals, separators, form, unit] = of;
        const exact = formatUnits(value, decimals);
        const drawn = writeAmount(exact, separators, form);
        const reading = readAmount(`${drawn} ${unit}`, { decimals, unit, separators });
        expect(readAmount(drawn, { decimals, unit, separators })).toEqual(reading);
        if (reading.kind !== 'amount') throw new Error(`${drawn} was not read.`);
        const again = writeAmount(formatUnits(reading.amount, decimals), separators, form);
        expect(drawn.replace('≈ ', '')).toBe(again);
        if (!drawn.startsWith('≈')) expect(reading.amount).toBe(value);
        if (form === 'held') expect(reading.amount).toBeLessThanOrEqual(value);
      }),
      { numRuns: 3_000 },
    );
  });

  it('reads the single form as the same number in every language', () => {
    fc.assert(
      fc.property(size, fc.nat(30), writing, writing, (value, decimals, author, reader) => {
        const drawn = writeAmount(formatUnits(value, decimals), author, 'single');
        expect(readAmount(drawn, { decimals, unit: '', separators: reader })).toEqual({
          kind: 'amount',
          amount: value,
        });
      }),
      { numRuns: 3_000 },
    );
  });

  it('reads a text of another language as no third number', () => {
    // One group of three digits is what two languages read differently.
    const value = fc.oneof(size, fc.bigInt(1_000n, 999_999n));
    const decimals = fc.oneof(fc.nat(30), fc.constantFrom(0, 3));
    fc.assert(
      fc.property(value, decimals, writing, writing, (value, decimals, author, reader) => {
        const drawn = writeAmount(formatUnits(value, decimals), author, 'exact');
        const reading = readAmount(drawn, { decimals: 80, unit: '', separators: reader });
        if (reading.kind !== 'ambiguous') return;
        const readings = reading.readings.map((one) => unitsOf(one, 80));
        expect(readings).toContain(value * 10n ** BigInt(80 - decimals));
      }),
      { numRuns: 3_000 },
    );
  });
});
