import { describe, expect, it } from '@jest/globals';
import { type LineReader, readLines } from './lines';

const first = `0x${'1'.repeat(63)}`;
const second = `0x${'2'.repeat(63)}`;
const contacts: Record<string, string[]> = {
  anna: [first],
  bob: [second],
  'anna 1': [second],
  'bob 2nd': [first],
  both: [first, second],
};
const reader: LineReader = {
  unit: 'STRK',
  recipientsOf: (words) => [
    ...(/^0x[0-9a-f]{50,64}$|^\S+\.stark$/u.test(words) ? [words] : []),
    ...(contacts[words.toLowerCase()] ?? []),
  ],
  isAmount: (words) => /^(?:\d{1,3}(?: \d{3})+|\d+)(?:[.,]\d+)?(?: STRK)?$/u.test(words),
};
const read = (text: string) =>
  readLines(text, reader).map((line) =>
    line.is === 'payment' ? [line.to, line.amount] : [line.is, line.text],
  );

describe('readLines', () => {
  it.each<[string, string, unknown]>([
    [
      'a line each',
      `${first} 5\n\n${second} 7,5 STRK`,
      [
        [first, '5'],
        [second, '7,5 STRK'],
      ],
    ],
    [
      'semicolons',
      `Anna 5;bob 7;`,
      [
        [first, '5'],
        [second, '7'],
      ],
    ],
    [
      'nothing but spaces',
      `${first} 1 000 ${second} 7`,
      [
        [first, '1 000'],
        [second, '7'],
      ],
    ],
    [
      'contacts with spaces between',
      'Anna 5 Bob 7',
      [
        [first, '5'],
        [second, '7'],
      ],
    ],
    ['a name with a number', 'Bob 2nd 5', [[first, '5']]],
    ['nothing', ' \n; ', []],
  ])('reads a list with %s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each<[string, string, [string, string]]>([
    ['an amount that touches the next address', `${first} 5${second} 7`, ['glued', `5${second}`]],
    ['an amount that touches a name', `${first} 5 STRKbob.stark 7`, ['glued', 'STRKbob.stark']],
    ['a number that touches a name', `${first} 1 000bob.stark 7`, ['glued', '000bob.stark']],
    ['two readings of names', 'Anna 1 000', ['twoWays', 'Anna 1 000']],
    ['a name of two', 'both 5', ['twoWays', 'both 5']],
    ['nobody', 'Carol 5', ['nobody', 'Carol 5']],
    ['no amount', 'Anna', ['noAmount', 'Anna']],
    ['a word for an amount', 'Anna five', ['amount', 'five']],
    ['a comma behind the address', `${first}, 5`, ['nobody', `${first}, 5`]],
  ])('refuses %s, and names it', (_, text, expected) => {
    expect(read(text)).toEqual([expected]);
  });
});
