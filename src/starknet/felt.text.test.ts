import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { byteArray, shortString } from 'starknet';
import { parseText } from './felt';

const felts = (text: string): string[] => {
  const { data, pending_word, pending_word_len } = byteArray.byteArrayFromString(text);
  return [data.length, ...data, pending_word, pending_word_len].map(
    (part) => `0x${BigInt(part).toString(16)}`,
  );
};

describe('loadText', () => {
  it('reads any ByteArray that another implementation writes', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]{0,100}$/u), (text) => {
        expect(parseText(felts(text))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('reads letters of any script', () => {
    expect(parseText(['0x0', '0xe282ac', '0x3'])).toBe('€');
  });

  it('reads short strings', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~]{1,31}$/u), (text) => {
        expect(parseText([shortString.encodeShortString(text)])).toBe(text);
      }),
      { numRuns: 300 },
    );
    expect(parseText(['0x0'])).toBe('');
  });

  it.each([
    ['nothing', undefined],
    ['an empty answer', []],
    ['bytes that are no UTF-8', ['0xff']],
    ['too few words', ['0x2', '0x41', '0x0', '0x0']],
    ['a tail of 31 bytes', ['0x0', '0x41', '0x1f']],
    ['a tail that is longer than it says', ['0x0', '0x4141', '0x1']],
    ['a count that is not there', ['0xffffffffffffffff', '0x0', '0x0']],
  ])('gives nothing for %s', (_, answer) => {
    expect(parseText(answer)).toBeUndefined();
  });
});
