import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { all, inPieces } from '../../../test/service/pieces';
import { readNdJson } from './ndJson';

describe('readNdJson', () => {
  it('reads the same however the bytes are cut', async () => {
    const json = fc.record({ name: fc.string({ unit: 'binary' }), size: fc.nat() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(json),
        fc.boolean(),
        fc.array(fc.nat({ max: 400 })),
        async (values, isEnded, cuts) => {
          const text = values.map((value) => JSON.stringify(value)).join('\n');
          const read = await all(readNdJson(inPieces(isEnded ? `${text}\n` : text, cuts)));
          expect(read).toEqual(JSON.parse(JSON.stringify(values)));
        },
      ),
      { numRuns: 300 },
    );
  });
});
