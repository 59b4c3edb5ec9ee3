import { describe, expect, it } from '@jest/globals';
import { type CompiledSierraCasm, hash } from 'starknet';
import { FIELD_PRIME } from '../../schema/primitives';
import { doAtOnce, finish } from '../effort';
import { blake2sSteps } from '../hash/blake2s';
import { poseidonHashMany } from '../hash/poseidon';
import { createPoseidonEngine } from '../hash/poseidonWasm';
import { poseidonInTurns } from './classHash';
import { compiledClassHash, parseCompiledClass } from './compiledClass';

const blake2sHashMany = (felts: readonly bigint[]) => finish(blake2sSteps(felts));

const hex = (felt: bigint) => `0x${felt.toString(16)}`;
// starknet.js has more fields in its type than it reads.
const oracle = (value: object) => value as CompiledSierraCasm;

describe('the hash of a compiled class', () => {
  it('follows parts within parts, as starknet.js does', async () => {
    const value = {
      bytecode: Array.from({ length: 10 }, (_, at) => hex(2n ** BigInt(20 * at))),
      bytecode_segment_lengths: [1, [2, [3, 1]], 3],
      entry_points_by_type: { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] },
    };
    const parsed = parseCompiledClass(value);
    expect(await compiledClassHash(parsed, blake2sHashMany)).toBe(
      hash.computeCompiledClassHash(oracle(value), '0.14.1'),
    );
    const whole = { ...value, bytecode_segment_lengths: [1, 6, 3] };
    expect(await compiledClassHash(parseCompiledClass(whole), poseidonHashMany)).toBe(
      hash.computeCompiledClassHash(oracle(whole), '0.14.0'),
    );
  });

  it('equals itself if Poseidon works in slices', async () => {
    const engine = createPoseidonEngine(() => Promise.reject(new Error('There is no file.')));
    for (const length of [63, 64, 257, 600]) {
      const felts = Array.from({ length }, (_, at) => BigInt(at) ** 9n);
      expect(await poseidonInTurns(felts, engine, doAtOnce)).toBe(poseidonHashMany(felts));
    }
  });

  const good = {
    bytecode: ['0x1', '0x2'],
    bytecode_segment_lengths: [1, 1],
    entry_points_by_type: { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] },
  };
  const external = (one: object) => ({
    entry_points_by_type: { ...good.entry_points_by_type, EXTERNAL: [one] },
  });
  it.each([
    ['a list', [], 'casm'],
    ['text that is no JSON', '{', 'casm'],
    ['no bytecode', { ...good, bytecode: undefined }, 'casm.bytecode'],
    ['a word that is no felt', { ...good, bytecode: ['0x1', 'x'] }, 'casm.bytecode.1'],
    ['a word out of range', { ...good, bytecode: [hex(FIELD_PRIME)] }, 'casm.bytecode.0'],
    ['too few parts', { ...good, bytecode_segment_lengths: [1] }, 'casm.bytecode_segment_lengths'],
    ['parts as text', { ...good, bytecode_segment_lengths: '2' }, 'casm.bytecode_segment_lengths'],
    [
      'parts too deep',
      { ...good, bytecode_segment_lengths: [[[[[[[[[[2]]]]]]]]]] },
      'casm.bytecode_segment_lengths',
    ],
    ['no entry points', { ...good, entry_points_by_type: null }, 'casm.entry_points_by_type'],
    [
      'a builtin without a name',
      { ...good, ...external({ selector: '0x1', offset: 0, builtins: [1] }) },
      'casm.entry_points_by_type.EXTERNAL',
    ],
    [
      'a builtin whose name is no felt',
      { ...good, ...external({ selector: '0x1', offset: 0, builtins: ['x'.repeat(32)] }) },
      'casm.entry_points_by_type.EXTERNAL',
    ],
    [
      'an offset that is none',
      { ...good, ...external({ selector: '0x1', offset: -1, builtins: [] }) },
      'casm.entry_points_by_type.EXTERNAL',
    ],
  ])('refuses %s', async (_, value, path) => {
    const hashed = async () => compiledClassHash(parseCompiledClass(value), blake2sHashMany);
    await expect(hashed()).rejects.toMatchObject({ kind: 'invalidParams', data: { path } });
  });
});
