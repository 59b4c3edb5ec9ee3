import { fail } from '@xnet/clients/errors';
import { FIELD_PRIME } from '../../schema/primitives';
import { countEffort } from '../effort';
import { createSponge, type PoseidonSponge, poseidonHashMany } from './poseidon';

/** The exports of assembly/poseidon.ts. */
type Exports = {
  readonly memory: WebAssembly.Memory;
  readonly BUFFER: WebAssembly.Global;
  readonly CAPACITY: WebAssembly.Global;
  readonly update: (count: number) => void;
  readonly finish: (count: number) => void;
};

/** A sponge with its own memory, so that concurrent hashes do not interfere. */
async function instantiate(module: WebAssembly.Module): Promise<PoseidonSponge> {
  const instance = await WebAssembly.instantiate(module);
  const wasm = instance.exports as unknown as Exports; // the module is our own, and is tried out
  const start = Number(wasm.BUFFER.value);
  const capacity = Number(wasm.CAPACITY.value);
  const view = new DataView(wasm.memory.buffer);
  let count = 0;
  return {
    feltsPerTurn: 2_048,
    absorb(felts) {
      countEffort('poseidonWasm', felts.length / 2);
      for (const felt of felts) {
        if (felt < 0n || felt >= FIELD_PRIME) fail('internal', 'A value is outside of the field.');
        // A full buffer waits for the next felt: `finish` takes the last one.
        if (count === capacity) {
          wasm.update(count);
          count = 0;
        }
        const offset = start + 32 * count;
        view.setBigUint64(offset, felt, true);
        view.setBigUint64(offset + 8, felt >> 64n, true);
        view.setBigUint64(offset + 16, felt >> 128n, true);
        view.setBigUint64(offset + 24, felt >> 192n, true);
        count += 1;
      }
    },
    finish() {
      const odd = count % 2;
      wasm.update(count - odd);
      if (odd === 1)
        for (let i = 0; i < 32; i += 8)
          view.setBigUint64(start + i, view.getBigUint64(start + 32 * (count - 1) + i, true), true);
      wasm.finish(odd);
      let hash = 0n;
      for (let i = 24; i >= 0; i -= 8) hash = (hash << 64n) | view.getBigUint64(start + i, true);
      return hash;
    },
  };
}

/** Values that reach every branch: an odd count, zero, one, and the largest felt. */
const trial = [0n, 1n, FIELD_PRIME - 1n, 2n ** 128n, FIELD_PRIME - 2n ** 64n];

async function compile(file: string): Promise<WebAssembly.Module> {
  const module = await WebAssembly.compile(Uint8Array.from(file, (byte) => byte.charCodeAt(0)));
  const sponge = await instantiate(module);
  sponge.absorb(trial);
  if (sponge.finish() !== poseidonHashMany(trial))
    fail('internal', 'The compiled hash does not agree with the other one.');
  return module;
}

/** Creates the fastest sponges available. */
export type PoseidonEngine = { createSponge(): Promise<PoseidonSponge> };

/**
 * WebAssembly sponges, some twenty times faster. The bytes are loaded on first use and tested once;
 * if they are unavailable or fail, hashes are computed without them.
 * @param loadWasm gives static/poseidon.wasm, one character per byte
 */
export function createPoseidonEngine(loadWasm: () => Promise<string>): PoseidonEngine {
  let compiled: Promise<WebAssembly.Module> | undefined;
  return {
    async createSponge() {
      try {
        compiled ??= loadWasm().then(compile);
        return await instantiate(await compiled);
      } catch {
        compiled = undefined;
        return createSponge();
      }
    },
  };
}
