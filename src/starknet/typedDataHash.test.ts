import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { typedData as oracle } from 'starknet';
import { randomTypedData } from '../../test/randomTypedData';
import { parseTypedData } from './typedData';
import { typedDataFacts } from './typedDataFacts';
import { typedDataHash } from './typedDataHash';

const address = fc.bigInt(1n, 2n ** 251n - 257n).map((value) => `0x${value.toString(16)}`);
type Oracle = Parameters<typeof oracle.getMessageHash>[0];

describe('typedDataHash', () => {
  for (const [revision, numRuns] of [
    [0, 150],
    [1, 400],
  ] as const)
    it(`agrees with starknet.js on any typed data of revision ${revision}`, () => {
      fc.assert(
        fc.property(randomTypedData(revision), address, ({ typedData, leaves }, account) => {
          const expected = oracle.getMessageHash(typedData as Oracle, account);
          const parsed = parseTypedData(JSON.parse(JSON.stringify(typedData)));
          expect(parsed.revision).toBe(revision);
          expect(BigInt(typedDataHash(parsed, account))).toBe(BigInt(expected));
          expect(typedDataFacts(parsed)).toHaveLength(leaves);
        }),
        { numRuns },
      );
    });
});
