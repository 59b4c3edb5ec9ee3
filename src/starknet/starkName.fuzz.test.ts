import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { starknetId } from 'starknet';
import { FIELD_PRIME } from '../schema/primitives';
import { decodeStarkName, encodeStarkName } from './starkName';

const alphabet = [...'abcdefghijklmnopqrstuvwxyz0123456789-这来'];
/** The ends of labels are where the encoding is special. */
const endings = [
  '',
  'a',
  'aa',
  'b',
  '这',
  '来',
  '来来',
  '来来来',
  '这b',
  '来这b',
  '来来这b',
  '这这b',
];
const label = fc
  .tuple(
    fc.array(fc.constantFrom(...alphabet), { minLength: 0, maxLength: 14 }),
    fc.constantFrom(...endings),
  )
  .map(([characters, ending]) => characters.join('') + ending)
  .filter((text) => text !== '');

describe('.stark names', () => {
  it('encodes and decodes as another implementation does', () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
        const name = `${labels.join('.')}.stark`;
        const felts = labels.map((text) => starknetId.useEncoded(text));
        fc.pre(felts.every((felt) => felt > 0n && felt < FIELD_PRIME));
        expect(encodeStarkName(name).map(BigInt)).toEqual(felts);
        expect(starknetId.useDecoded(felts)).toBe(name);
        expect(decodeStarkName(felts.map(String))).toBe(name);
      }),
      { numRuns: 3_000 },
    );
  });

  it('reads a felt as the name that encodes to it, or as none', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: FIELD_PRIME - 1n }), (felt) => {
        const name = decodeStarkName([String(felt)]);
        if (name === undefined) return;
        expect(name).toBe(starknetId.useDecoded([felt]));
        expect(encodeStarkName(name).map(BigInt)).toEqual([felt]);
      }),
      { numRuns: 3_000 },
    );
  });
});
