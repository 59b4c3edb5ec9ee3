import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listItems, parseForm, texts } from './form';

const address = `0x${'5'.padStart(64, '0')}`;
const LIMB = (2n ** 128n).toString();

describe('parseForm', () => {
  it('reads hex and decimal felts alike', () => {
    expect(parseForm('acnbu', ['5', '255', '0x10', '1', '7', '0x1'])).toEqual([
      address,
      '0xff',
      '16',
      '1',
      (7n + 2n ** 128n).toString(),
    ]);
  });

  it('reads lists and variants inside of each other', () => {
    expect(
      parseForm('[a{c|[n]|}]', ['3', '5', '0', '9', '5', '1', '2', '3', '4', '5', '2']),
    ).toEqual([
      [
        [address, ['0', '0x9']],
        [address, ['1', [['3'], ['4']]]],
        [address, ['2']],
      ],
    ]);
    expect(texts([['a', ['b']], 'c'])).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['a felt less', 'au', ['5', '1']],
    ['a felt more', 'au', ['5', '1', '0', '0']],
    ['a low limb of 2^128', 'u', [LIMB, '0']],
    ['a high limb of 2^128', 'u', ['0', LIMB]],
    ['a number of 2^128', 'n', [LIMB]],
    ['a bool of 2', 'b', ['2']],
    ['an address beyond the last', 'a', [`0x${(2n ** 251n - 256n).toString(16)}`]],
    ['a felt beyond the field', 'c', [`0x${'f'.repeat(64)}`]],
    ['a list longer than what is left', '[c]', ['2', '1']],
    ['a list of a length beyond all', '[c]', [LIMB]],
    ['a variant that there is not', '{c|c}', ['2', '1']],
    ['what is no number', 'c', ['x']],
  ])('refuses %s', (_, form, felts) => {
    expect(parseForm(form, felts)).toBeUndefined();
  });

  it('throws at nothing, and accepts no felt beyond those it reads', () => {
    const form = fc.stringMatching(
      /^[acnbu]{0,4}(\[[acnbu]{1,3}\])?(\{[acnbu]{0,2}\|[acnbu]{0,2}\})?$/u,
    );
    const felt = fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(0n, 2n ** 252n)).map(String);
    fc.assert(
      fc.property(form, fc.array(felt, { maxLength: 12 }), (of, felts) => {
        if (parseForm(of, felts) === undefined) return;
        expect(parseForm(of, [...felts, '0'])).toBeUndefined();
        expect(parseForm(of, felts)).toHaveLength(listItems(of).length);
      }),
      { numRuns: 500 },
    );
  });
});
