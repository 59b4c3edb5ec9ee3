import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import * as scure from '@scure/starknet';
import { buildHash } from '../../../scripts/build/buildHash';
import { builtEngine, edges, randomFelts, recordHashes, top } from '../../../test/random/hashing';
import { FIELD_PRIME } from '../../schema/primitives';
import { pedersen, pedersenHashMany } from './pedersen';
import { createSponge, poseidonHash, poseidonHashMany } from './poseidon';
import { createPoseidonEngine, type PoseidonEngine } from './poseidonWasm';

jest.setTimeout(240_000);

let engine: PoseidonEngine;
beforeAll(async () => {
  engine = await builtEngine();
});
const byWasm = (felts: readonly bigint[]) => recordHashes(engine, felts);

describe('poseidon', () => {
  it('agrees with @scure/starknet on the edges', () => {
    for (const a of edges) expect(poseidonHash(a, top - a)).toBe(scure.poseidonHash(a, top - a));
  });

  it('agrees with @scure/starknet and with WebAssembly on lists of every length', async () => {
    for (let length = 0; length <= 40; length++) {
      const felts = randomFelts(length);
      const expected = scure.poseidonHashMany(felts);
      expect(poseidonHashMany(felts)).toBe(expected);
      expect(await byWasm(felts)).toBe(expected);
    }
    for (const edge of edges) {
      const expected = scure.poseidonHashMany([edge]);
      expect(poseidonHashMany([edge])).toBe(expected);
      expect(await byWasm([edge])).toBe(expected);
      const all = [edge, ...edges, edge];
      expect(await byWasm(all)).toBe(scure.poseidonHashMany(all));
    }
  });

  it('does not depend on how the felts are portioned', async () => {
    const felts = randomFelts(1_100);
    const expected = poseidonHashMany(felts);
    for (const portion of [1, 3, 511, 512, 513, 1_024]) {
      const sponges = [createSponge(), await engine.createSponge()];
      for (const sponge of sponges) {
        for (let i = 0; i < felts.length; i += portion) sponge.absorb(felts.slice(i, i + portion));
        expect(sponge.finish()).toBe(expected);
      }
    }
  });

  it('keeps two hashes in the making apart', async () => {
    const [a, b] = [randomFelts(700), randomFelts(700)];
    const [first, second] = [await engine.createSponge(), await engine.createSponge()];
    for (let i = 0; i < 700; i += 7) {
      first.absorb(a.slice(i, i + 7));
      second.absorb(b.slice(i, i + 7));
    }
    expect([first.finish(), second.finish()]).toEqual([poseidonHashMany(a), poseidonHashMany(b)]);
  });

  it.each([-1n, FIELD_PRIME, 2n ** 256n])('refuses %p', async (value) => {
    expect(() => poseidonHash(value, 1n)).toThrow('outside of the field');
    expect(() => poseidonHash(1n, value)).toThrow('outside of the field');
    expect(() => poseidonHashMany([value])).toThrow('outside of the field');
    await expect(byWasm([value])).rejects.toThrow('outside of the field');
  });
});

describe('createPoseidonEngine', () => {
  it('loads a file of at most 25 kB that imports nothing', async () => {
    const bytes = await buildHash();
    expect(bytes.length).toBeLessThanOrEqual(25_000);
    const module = await WebAssembly.compile(new Uint8Array(bytes));
    expect(WebAssembly.Module.imports(module)).toEqual([]);
  });

  it.each([
    ['cannot be loaded', () => Promise.reject(new Error('gone'))],
    ['is no WebAssembly', () => Promise.resolve('\x01\x02\x03')],
  ])('hashes without the file when it %s', async (_, loadWasm) => {
    const sponge = await createPoseidonEngine(loadWasm).createSponge();
    sponge.absorb([1n, 2n, 3n]);
    expect(sponge.finish()).toBe(scure.poseidonHashMany([1n, 2n, 3n]));
  });

  it('does without a file that computes something else', async () => {
    const spoiled = Uint8Array.from(await buildHash());
    // Within the data at the end of the file, which are the constants.
    const at = spoiled.length - 400;
    spoiled[at] = (spoiled[at] ?? 0) ^ 1;
    const sponge = await createPoseidonEngine(() =>
      Promise.resolve(Buffer.from(spoiled).toString('latin1')),
    ).createSponge();
    sponge.absorb([1n, 2n, 3n]);
    expect(sponge.feltsPerTurn).toBe(256);
    expect(sponge.finish()).toBe(scure.poseidonHashMany([1n, 2n, 3n]));
  });

  it('loads the file once, on first use, and again after a failure', async () => {
    const file = (await buildHash()).toString('latin1');
    let loads = 0;
    const loading = createPoseidonEngine(() => {
      loads += 1;
      return loads === 1 ? Promise.reject(new Error('busy')) : Promise.resolve(file);
    });
    expect(loads).toBe(0);
    const turns: number[] = [];
    for (let i = 0; i < 3; i++) turns.push((await loading.createSponge()).feltsPerTurn);
    expect(loads).toBe(2);
    expect(turns).toEqual([256, 2_048, 2_048]);
  });
});

describe('pedersen', () => {
  it('agrees with @scure/starknet on the edges', () => {
    for (const a of edges) expect(pedersen(a, top - a)).toBe(BigInt(scure.pedersen(a, top - a)));
  });

  it('chains as addresses need it', () => {
    const felts = randomFelts(5);
    const expected = scure.computeHashOnElements(felts);
    expect(pedersenHashMany(felts)).toBe(BigInt(String(expected)));
    expect(pedersenHashMany([])).toBe(BigInt(scure.pedersen(0n, 0n)));
  });

  it.each([-1n, FIELD_PRIME])('refuses %p', (value) => {
    expect(() => pedersen(value, 1n)).toThrow('outside of the field');
    expect(() => pedersen(1n, value)).toThrow('outside of the field');
  });
});
