import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hash } from 'starknet';
import { builtEngine } from '../../../test/random/hashing';
import { FIELD_PRIME } from '../../schema/primitives';
import { doAtOnce } from '../effort';
import { toHex } from '../felt';
import { createPoseidonEngine, type PoseidonEngine } from '../hash/poseidonWasm';
import { classHash } from './classHash';
import { parseContractClass } from './contractClass';

let engine: PoseidonEngine;
const slow = createPoseidonEngine(() => Promise.reject(new Error('There is no file.')));
beforeAll(async () => {
  engine = await builtEngine();
});

type Given = Parameters<typeof hash.computeSierraContractClassHash>[0];
const felt = fc.bigInt(0n, FIELD_PRIME - 1n).map(toHex);
const points = fc.array(fc.record({ selector: felt, function_idx: fc.nat(5_000) }), {
  maxLength: 6,
});
/** Backslashes aside, which starknet.js spaces otherwise than the compilers do. */
const text = fc.string({ maxLength: 12 }).filter((value) => !value.includes('\\'));
const contract = fc.record({
  sierra_program: fc.array(felt, { maxLength: 1_100 }),
  contract_class_version: fc.constant('0.1.0'),
  entry_points_by_type: fc.record({ CONSTRUCTOR: points, EXTERNAL: points, L1_HANDLER: points }),
  abi: fc.array(
    fc.record({ type: text, name: text, inputs: fc.array(fc.record({ name: text, type: text })) }),
    { maxLength: 5 },
  ),
});

describe('classHash', () => {
  it('agrees with starknet.js on any class, with and without WebAssembly', async () => {
    await fc.assert(
      fc.asyncProperty(contract, async (given) => {
        const expected = hash.computeSierraContractClassHash(given as unknown as Given); // the oracle's type is narrower than what it takes
        const read = parseContractClass(given);
        expect(await classHash(read, engine, doAtOnce)).toBe(expected);
        expect(await classHash(read, slow, doAtOnce)).toBe(expected);
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
