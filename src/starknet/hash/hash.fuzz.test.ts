import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import * as scure from '@scure/starknet';
import { buildHash } from '../../../scripts/build/buildHash';
import { FIELD_PRIME } from '../../schema/primitives';
import { pedersen } from './pedersen';
import { poseidonHash, poseidonHashMany } from './poseidon';
import { createPoseidonEngine, type PoseidonEngine } from './poseidonWasm';

jest.setTimeout(240_000);

/** How many random inputs are compared; a nightly run sets more. */
const cases = Number(process.env.XNET_HASH_CASES ?? 2_000);
const top = FIELD_PRIME - 1n;
const edges = [0n, 1n, 2n, top, top - 1n, 2n ** 248n - 1n, 2n ** 248n, 2n ** 251n, 2n ** 192n];
const random = (): bigint => BigInt(`0x${randomBytes(40).toString('hex')}`) % FIELD_PRIME;
const randoms = (count: number): bigint[] => Array.from({ length: count }, random);

let engine: PoseidonEngine;
beforeAll(async () => {
  const bytes = await buildHash();
  engine = createPoseidonEngine(() => Promise.resolve(bytes));
});
const byWasm = async (felts: readonly bigint[]): Promise<bigint> => {
  const sponge = await engine.createSponge();
  sponge.absorb(felts);
  return sponge.finish();
};

describe('poseidon', () => {
  it(`agrees with @scure/starknet on ${cases} random pairs and on the edges`, () => {
    for (const a of edges)
      for (const b of edges) expect(poseidonHash(a, b)).toBe(scure.poseidonHash(a, b));
    for (let i = 0; i < cases / 2; i++) {
      const [a, b] = [random(), random()];
      if (poseidonHash(a, b) !== scure.poseidonHash(a, b)) throw new Error(`${a}, ${b}`);
    }
  });

  it(`is one and the same by WebAssembly, BigInt and @scure/starknet on ${cases} random felts`, async () => {
    for (let rest = cases; rest > 0; rest -= 1_333) {
      const felts = randoms(Math.min(rest, 1_333));
      const expected = scure.poseidonHashMany(felts);
      expect(poseidonHashMany(felts)).toBe(expected);
      expect(await byWasm(felts)).toBe(expected);
    }
  });
});

describe('pedersen', () => {
  it('agrees with @scure/starknet on random pairs and on the edges', () => {
    for (const a of edges)
      for (const b of edges) expect(pedersen(a, b)).toBe(BigInt(scure.pedersen(a, b)));
    for (let i = 0; i < cases / 4; i++) {
      const [a, b] = [random(), random()];
      if (pedersen(a, b) !== BigInt(scure.pedersen(a, b))) throw new Error(`${a}, ${b}`);
    }
  });
});
