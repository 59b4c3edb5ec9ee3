import { describe, expect, it } from '@jest/globals';
import { starknetId } from 'starknet';
import { decodeStarkName, encodeStarkName } from './starkName';

describe('.stark names', () => {
  it.each([
    ['starknetjs.stark', [3015206943634620n]],
    ['a.stark', [37n]],
    ['ben.a.stark', [18925n, 37n]],
  ])('encodes %s as published', (name, felts) => {
    expect(encodeStarkName(name).map(BigInt)).toEqual(felts);
    expect(decodeStarkName(felts.map(String))).toBe(name);
  });

  it.each(['a', 'aa', '这', '来来', 'b-来', '0这b', '9来来这b', 'z这这b', 'a来来来'])(
    'encodes and decodes %s as another implementation does',
    (label) => {
      const felts = [starknetId.useEncoded(label)];
      expect(encodeStarkName(`${label}.stark`).map(BigInt)).toEqual(felts);
      expect(decodeStarkName(felts.map(String))).toBe(`${label}.stark`);
    },
  );

  it.each([
    ['without its ending', 'alice'],
    ['of another kind', 'alice.eth'],
    ['of the ending alone', '.stark'],
    ['with an empty label', 'alice..stark'],
    ['with an upper-case letter', 'Alice.stark'],
    ['with a look-alike letter', 'аlice.stark'],
    ['with a space', 'al ice.stark'],
    ['longer than a felt', `${'z'.repeat(60)}.stark`],
  ])('refuses a name %s', (_, name) => {
    expect(() => encodeStarkName(name)).toThrow(expect.objectContaining({ kind: 'invalidParams' }));
  });

  it('decodes no name from no labels', () => {
    expect(decodeStarkName([])).toBeUndefined();
    expect(decodeStarkName(['0x0'])).toBeUndefined();
  });
});
