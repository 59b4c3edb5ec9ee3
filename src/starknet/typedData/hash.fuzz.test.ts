import { describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import fc from 'fast-check';
import { typedData as oracle } from 'starknet';
import { spoilAnywhere } from '../../../test/random/spoiledTypedData';
import { randomTypedData } from '../../../test/random/typedData';
import { typedDataHash } from './hash';
import { typedDataFacts } from './leaves';
import { parseTypedData } from './parse';

const address = fc.bigInt(1n, 2n ** 251n - 257n).map((value) => `0x${value.toString(16)}`);
type Oracle = Parameters<typeof oracle.getMessageHash>[0];

describe('typedDataHash', () => {
  // @promise T13.1
  for (const [revision, numRuns] of [
    [0, 60],
    [1, 200],
  ] as const)
    it(`agrees with starknet.js on any typed data of revision ${revision}`, () => {
      fc.assert(
        fc.property(
          randomTypedData(revision),
          address,
          ({ typedData, leaves, unusedTypes }, account) => {
            const expected = oracle.getMessageHash(typedData as Oracle, account);
            const parsed = parseTypedData(JSON.parse(JSON.stringify(typedData)));
            expect(parsed.revision).toBe(revision);
            expect(BigInt(typedDataHash(parsed, account))).toBe(BigInt(expected));
            expect(typedDataFacts(parsed)).toHaveLength(leaves);
            expect(parsed.unusedTypes).toBe(unusedTypes);
          },
        ),
        { numRuns },
      );
    });

  // @promise T13.1
  for (const revision of [0, 1] as const)
    it(`accepts nothing that starknet.js refuses or hashes otherwise (revision ${revision})`, () => {
      let taken = 0;
      fc.assert(
        fc.property(
          randomTypedData(revision),
          fc.infiniteStream(fc.nat()),
          fc.integer({ min: 1, max: 2 }),
          ({ typedData }, numbers, times) => {
            const spoiledData = JSON.parse(JSON.stringify(typedData)) as never;
            const choose = (max: number) => Number(numbers.next().value) % (max + 1);
            for (let i = 0; i < times; i++) spoilAnywhere(spoiledData, choose);
            let hash: string;
            try {
              hash = typedDataHash(parseTypedData(spoiledData), '0x7');
            } catch (error) {
              if (error instanceof ModuleError && error.kind === 'invalidParams') return;
              throw error;
            }
            taken += 1;
            expect(BigInt(oracle.getMessageHash(spoiledData, '0x7'))).toBe(BigInt(hash));
          },
        ),
        { numRuns: revision === 0 ? 120 : 400 },
      );
      expect(taken).toBeGreaterThan(0);
    });
});
