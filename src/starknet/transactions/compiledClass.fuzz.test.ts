import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type CompiledSierraCasm, hash } from 'starknet';
import { FIELD_PRIME } from '../../schema/primitives';
import { finish } from '../effort';
import { blake2sSteps } from '../hash/blake2s';
import { poseidonHashMany } from '../hash/poseidon';
import { compiledClassHash, parseCompiledClass } from './compiledClass';

const blake2sHashMany = (felts: readonly bigint[]) => finish(blake2sSteps(felts));

const hex = (felt: bigint) => `0x${felt.toString(16)}`;
/** Of all lengths: those on either side of 63 bits are written down in another way. */
const felt = fc.oneof(
  fc.bigInt(0n, FIELD_PRIME - 1n),
  fc.bigInt(0n, 2n ** 64n),
  fc.constantFrom(0n, 1n, 2n ** 63n - 1n, 2n ** 63n, FIELD_PRIME - 1n),
);
const point = fc.record({
  selector: felt.map(hex),
  offset: fc.nat(10_000),
  builtins: fc.uniqueArray(fc.constantFrom('pedersen', 'range_check', 'poseidon', 'ec_op')),
});
const points = fc.array(point, { maxLength: 4 });
const parts = fc.array(fc.array(felt, { maxLength: 6 }), { minLength: 1, maxLength: 5 });
const casm = fc
  .record({ CONSTRUCTOR: points, EXTERNAL: points, L1_HANDLER: points })
  .chain((entry_points_by_type) =>
    fc.tuple(parts, fc.boolean()).map(([segments, isSplit]) => ({
      prime: hex(FIELD_PRIME),
      bytecode: segments.flat().map(hex),
      hints: [],
      compiler_version: '2.11.0',
      entry_points_by_type,
      ...(isSplit && { bytecode_segment_lengths: segments.map(({ length }) => length) }),
    })),
  );
// starknet.js has more fields in its type than it reads.
const oracle = (value: object) => value as CompiledSierraCasm;

describe('the hash of a compiled class', () => {
  it('equals that of starknet.js, by Blake2s and by Poseidon', async () => {
    await fc.assert(
      fc.asyncProperty(casm, async (value) => {
        const parsed = parseCompiledClass(value);
        expect(await compiledClassHash(parsed, blake2sHashMany)).toBe(
          hash.computeCompiledClassHash(oracle(value), '0.14.1'),
        );
        expect(await compiledClassHash(parsed, poseidonHashMany)).toBe(
          hash.computeCompiledClassHash(oracle(value), '0.14.0'),
        );
        expect(parseCompiledClass(JSON.stringify(value))).toEqual(parsed);
      }),
      { numRuns: 60 },
    );
  });
});
