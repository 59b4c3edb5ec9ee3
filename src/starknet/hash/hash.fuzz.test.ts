import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import * as scure from '@scure/starknet';
import {
  builtEngine,
  edges,
  randomFelt,
  randomFelts,
  recordHashes,
} from '../../../test/random/hashing';
import { pedersen } from './pedersen';
import { poseidonHash, poseidonHashMany } from './poseidon';
import type { PoseidonEngine } from './poseidonWasm';

jest.setTimeout(240_000);

/** How many random inputs are compared; a nightly run sets more. */
const cases = Number(process.env.XNET_HASH_CASES ?? 2_000);
let engine: PoseidonEngine;
beforeAll(async () => {
  engine = await builtEngine();
});
const byWasm = (felts: readonly bigint[]) => recordHashes(engine, felts);

describe('poseidon', () => {
  it(`agrees with @scure/starknet on ${cases} random pairs and on the edges`, () => {
    for (const a of edges)
      for (const b of edges) expect(poseidonHash(a, b)).toBe(scure.poseidonHash(a, b));
    for (let i = 0; i < cases / 2; i++) {
      const [a, b] = [randomFelt(), randomFelt()];
      if (poseidonHash(a, b) !== scure.poseidonHash(a, b)) throw new Error(`${a}, ${b}`);
    }
  });

  it(`equals WebAssembly, BigInt and @scure/starknet on ${cases} random felts`, async () => {
    for (let rest = cases; rest > 0; rest -= 1_333) {
      const felts = randomFelts(Math.min(rest, 1_333));
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
      const [a, b] = [randomFelt(), randomFelt()];
      if (pedersen(a, b) !== BigInt(scure.pedersen(a, b))) throw new Error(`${a}, ${b}`);
    }
  });
});
