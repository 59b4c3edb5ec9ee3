import { describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import fc from 'fast-check';
import { typedData as oracle } from 'starknet';
import { spoilAnywhere } from '../../../test/random/spoiledTypedData';
import { randomTypedData } from '../../../test/random/typedData';
import { typedDataHash } from './hash';
import { libraryHash } from './libraryHash';
import { parseTypedData } from './parse';

/** The hash of starknet.js; undefined where it makes none. */
function oracleHash(data: never): bigint | undefined {
  try {
    return BigInt(oracle.getMessageHash(data, '0x7'));
  } catch {
    return undefined;
  }
}
function ownHash(data: object): bigint | undefined {
  try {
    return BigInt(libraryHash(data, '0x7'));
  } catch (error) {
    if (error instanceof ModuleError && error.kind === 'invalidParams') return undefined;
    throw error;
  }
}

/**
 * Libraries name a member without a name “undefined”, and read `__proto__` from what every object inherits; we hash
 * what a message says itself. No message that is signed has such members.
 */
const hasOwnMembers = (types: unknown): boolean =>
  Object.values(Object(types)).every(
    (members) =>
      !Array.isArray(members) ||
      Array.from(members).every(
        (one) => typeof one?.name === 'string' && !(one.name in {}) && typeof one.type === 'string',
      ),
  );

describe('libraryHash', () => {
  for (const revision of [0, 1] as const) {
    it(`equals the hash that is signed, of any message of revision ${revision}`, () => {
      fc.assert(
        fc.property(randomTypedData(revision), ({ typedData }) => {
          expect(libraryHash(typedData, '0x7')).toBe(
            typedDataHash(parseTypedData(typedData), '0x7'),
          );
        }),
        { numRuns: revision === 0 ? 40 : 150 },
      );
    });

    // @promise P13.1
    it(`equals that of starknet.js wherever it makes one, of any spoilt data (revision ${revision})`, () => {
      let hashed = 0;
      fc.assert(
        fc.property(
          randomTypedData(revision),
          fc.infiniteStream(fc.nat()),
          fc.integer({ min: 1, max: 2 }),
          ({ typedData }, numbers, times) => {
            const spoilt = JSON.parse(JSON.stringify(typedData));
            const choose = (max: number) => Number(numbers.next().value) % (max + 1);
            for (let i = 0; i < times; i++) spoilAnywhere(spoilt, choose);
            const data = JSON.parse(JSON.stringify(spoilt)) as never;
            if (!hasOwnMembers(spoilt.types)) return;
            const expected = oracleHash(data);
            if (expected === undefined) return;
            hashed += 1;
            expect(ownHash(data)).toBe(expected);
          },
        ),
        { numRuns: revision === 0 ? 150 : 500 },
      );
      expect(hashed).toBeGreaterThan(20);
    });
  }
});
