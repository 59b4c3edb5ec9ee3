import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hiddenCharacters } from '../../../../test/random/hostileTexts';
import { ADDRESS_BOUND, chainIds } from '../../../schema/primitives';
import { formatUnits, toAddress } from '../../../starknet/felt';
import { readRecipient } from '../../../starknet/recipient';
import { readAmount, type Separators, writeAmount } from '../../../ui/text/amounts';
import { type LineReader, readLines } from './lines';

const languages: Record<string, Separators> = {
  en: { point: '.', thousands: ',' },
  de: { point: ',', thousands: '.' },
  es: { point: ',', thousands: '.' },
};
const DECIMALS = 18;
const names = ['Anna', 'Account 2', 'Bob 2nd', 'Ärzte ohne Grenzen', 'مريم', '5'];
const address = fc.bigInt(2n ** 240n, ADDRESS_BOUND - 1n).map(toAddress);
const who = fc.oneof(address, fc.constantFrom(...names, 'anna.stark', '2nd-pay.stark'));
const amount = fc.oneof(
  fc.bigInt(1n, 10n ** 30n),
  fc.bigInt(1n, 10n ** 9n).map((n) => n * 10n ** 15n),
);

const readerOf = (separators: Separators): LineReader => ({
  unit: 'STRK',
  recipientsOf: (words) => [
    ...(!/\s/u.test(words) &&
    ['address', 'name'].includes(readRecipient(words, chainIds.sepolia).kind)
      ? [words]
      : []),
    ...(names.includes(words) ? [words] : []),
  ],
  isAmount: (words) =>
    readAmount(words, { decimals: DECIMALS, unit: 'STRK', separators }).kind === 'amount',
});
const amountOf = (text: string, separators: Separators) => {
  const read = readAmount(text, { decimals: DECIMALS, unit: 'STRK', separators });
  return read.kind === 'amount' ? read.amount : undefined;
};

/** Amounts as people write them in a language. */
const form = fc.constantFrom('exact', 'single', 'field');
const separator = fc.constantFrom('\n', '\r\n', ';', ' ; ', '\n\n', '\u2028', ';\t');
const gap = fc.constantFrom(' ', '\t', '  ', '\u00a0');

describe('readLines', () => {
  it.each(Object.entries(languages))(
    'reads every list as it was written, in %s',
    (_, separators) => {
      fc.assert(
        fc.property(
          fc.array(fc.tuple(who, amount, form, fc.boolean(), gap), { minLength: 1, maxLength: 50 }),
          fc.infiniteStream(separator),
          (payments, between) => {
            const text = payments
              .map(([to, units, as, hasUnit, space]) => {
                const number = writeAmount(formatUnits(units, DECIMALS), separators, as);
                return `${to}${space}${number}${hasUnit ? ' STRK' : ''}`;
              })
              .reduce((all, one) => `${all}${between.next().value}${one}`);
            const read = readLines(text, readerOf(separators));
            expect(
              read.map((line) =>
                line.is === 'payment' ? [line.to, amountOf(line.amount, separators)] : line,
              ),
            ).toEqual(payments.map(([to, units]) => [to, units]));
          },
        ),
        { numRuns: 150 },
      );
    },
  );

  it.each(Object.entries(languages))(
    'reads a list without its ends of lines as it was written, or refuses it, in %s',
    (_, separators) => {
      fc.assert(
        fc.property(
          fc.array(fc.tuple(who, amount, form, fc.boolean()), { minLength: 2, maxLength: 6 }),
          fc.constantFrom('', ' '),
          (payments, end) => {
            const text = payments
              .map(([to, units, as, hasUnit]) => {
                const number = writeAmount(formatUnits(units, DECIMALS), separators, as);
                return `${to} ${number}${hasUnit ? ' STRK' : ''}`;
              })
              .join(end);
            const read = readLines(text, readerOf(separators));
            const isRead = read.every(({ is }) => is === 'payment');
            if (!isRead) return;
            expect(
              read.map((line) =>
                line.is === 'payment' ? [line.to, amountOf(line.amount, separators)] : line,
              ),
            ).toEqual(payments.map(([to, units]) => [to, units]));
          },
        ),
        { numRuns: 300 },
      );
    },
  );

  it('reads addresses that follow one another with a space between', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(address, amount), { minLength: 1, maxLength: 50 }),
        (payments) => {
          const text = payments
            .map(([to, units]) => `${to} ${formatUnits(units, DECIMALS)}`)
            .join(' ');
          expect(readLines(text, readerOf(languages.en ?? { point: '', thousands: '' }))).toEqual(
            payments.map(([to, units]) => ({
              is: 'payment',
              recipientText: to,
              to,
              amount: formatUnits(units, DECIMALS),
            })),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  it('makes no payment of words that stand nowhere in a hostile text', () => {
    const bit = fc.oneof(
      who,
      fc.constantFrom('5', '1 000', '1,5', 'STRK', '0x', '0x1', ';', '\n', ' ', '=', '"', ','),
      fc.constantFrom(...hiddenCharacters.map(({ character }) => character)),
    );
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 60 }), (bits) => {
        const text = bits.join('');
        const words = text.split(/[\s;\u0085]+/u);
        const read = readLines(text, readerOf({ point: '.', thousands: ',' }));
        const inPayments = read.flatMap((line) =>
          line.is === 'payment' ? `${line.recipientText} ${line.amount}`.split(' ') : [],
        );
        expect(words).toEqual(expect.arrayContaining(inPayments));
      }),
      { numRuns: 300 },
    );
  });

  it('reads the longest text without delay of more than its length', () => {
    let questionCount = 0;
    const reader = readerOf({ point: '.', thousands: ',' });
    const counting = {
      ...reader,
      recipientsOf: (words: string) => {
        questionCount += 1;
        return reader.recipientsOf(words);
      },
    };
    for (const word of ['5', 'Anna', '0x1', 'Anna 5'])
      readLines(`${word} `.repeat(5_000), counting);
    expect(questionCount).toBeLessThan(25_000 * 17);
  });
});
