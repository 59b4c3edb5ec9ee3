import { bytesToNumberBE } from '@noble/curves/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fail } from '@xnet/clients/errors';
import { FIELD_PRIME } from '../../schema/primitives';
import { countEffort, finish, type Steps } from '../effort';

// In the sandbox each access to a global costs some 200 ns, so loops use only module constants.
const P = FIELD_PRIME;
/** Created on first use. */
let constants: readonly bigint[] = [];
/** Constants of the first four full rounds; as many end the list. */
const FIRST_PARTIAL = 12;
const PARTIAL_ROUNDS = 83;
/** Linear lanes double in each partial round; occasional reduction keeps them short. */
const REDUCE_EVERY = 15;

type Lanes = readonly [x: bigint, y: bigint, z: bigint];

/**
 * Starknet's Poseidon permutation (3 lanes, cubes, 8 full and 83 partial rounds). The constants
 * are compressed, and in the partial rounds the second lane holds x + y, which spares additions.
 */
function permute(x0: bigint, y0: bigint, z0: bigint): Lanes {
  if (constants.length === 0) constants = compressedConstants();
  const [x1, y1, z1] = fullRounds(x0, y0, z0, 0);
  let [x, u, z] = [x1, x1 + y1, z1];
  for (let round = 0; round < PARTIAL_ROUNDS; round++) {
    z += constants[FIRST_PARTIAL + round] as bigint; // of 107
    const cube = (z * z * z) % P;
    const v = x + x + cube;
    z = u - cube - cube;
    x = v + u;
    u = v + v;
    if ((round & REDUCE_EVERY) === REDUCE_EVERY) {
      x %= P;
      u %= P;
    }
  }
  const [x2, y2, z2] = fullRounds(x % P, (u - x) % P, z, FIRST_PARTIAL + PARTIAL_ROUNDS);
  return [x2 % P, y2 % P, z2 % P];
}

/** Four rounds that cube all three lanes. */
function fullRounds(x0: bigint, y0: bigint, z0: bigint, from: number): Lanes {
  let [x, y, z] = [x0, y0, z0];
  for (let offset = from; offset < from + FIRST_PARTIAL; offset += 3) {
    x += constants[offset] as bigint; // of 107
    y += constants[offset + 1] as bigint; // of 107
    z += constants[offset + 2] as bigint; // of 107
    x = (x * x * x) % P;
    y = (y * y * y) % P;
    z = (z * z * z) % P;
    const sum = x + y + z;
    x = sum + x + x;
    y = sum - y - y;
    z = sum - z - z - z;
  }
  return [x, y, z];
}

const canonical = (value: bigint): bigint => {
  if (value < 0n) return value + P;
  return value;
};

function requireFelt(value: bigint): bigint {
  if (value < 0n || value >= P) fail('internal', 'A value is outside of the field.');
  return value;
}

/** A hash in progress: accepts felts in any number of portions; `finish` ends it. */
export type PoseidonSponge = {
  /** Number of felts that keeps it busy for some 10 ms. */
  readonly feltsPerTurn: number;
  absorb(felts: readonly bigint[]): void;
  finish(): bigint;
};

const FELTS_PER_TURN = 256;

export function createSponge(): PoseidonSponge {
  let state: Lanes = [0n, 0n, 0n];
  let pending: bigint | undefined;
  return {
    feltsPerTurn: FELTS_PER_TURN,
    absorb(felts) {
      countEffort('poseidon', felts.length / 2);
      for (const felt of felts) {
        requireFelt(felt);
        if (pending === undefined) pending = felt;
        else {
          state = permute(state[0] + pending, state[1] + felt, state[2]);
          pending = undefined;
        }
      }
    },
    finish() {
      countEffort('poseidon');
      const [x, y, z] = state;
      if (pending === undefined) return canonical(permute(x + 1n, y, z)[0]);
      return canonical(permute(x + pending, y + 1n, z)[0]);
    },
  };
}

/**
 * Poseidon hash of any number of felts.
 * @throws internal for a value outside of the field
 */
export const poseidonHashMany = (felts: readonly bigint[]): bigint => finish(poseidonSteps(felts));

/** The same, with a pause after some 10 ms each. */
export function* poseidonSteps(felts: readonly bigint[]): Steps<bigint> {
  const sponge = createSponge();
  for (let from = 0; from < felts.length; from += FELTS_PER_TURN) {
    if (from > 0) yield;
    sponge.absorb(felts.slice(from, from + FELTS_PER_TURN));
  }
  return sponge.finish();
}

/**
 * Poseidon hash of exactly two felts; it differs from that of a list of two.
 * @throws internal for a value outside of the field
 */
export function poseidonHash(a: bigint, b: bigint): bigint {
  countEffort('poseidon');
  return canonical(permute(requireFelt(a), requireFelt(b), 2n)[0]);
}

const FULL_ROUNDS = 8;

/**
 * A round constant of Starknet's Poseidon by its public definition: number i, with three per round,
 * is SHA-256 of the text "Hades" followed by i, modulo the prime (github.com/starkware-industries/
 * poseidon, file poseidon3.txt; docs.starknet.io, "Hash functions").
 */
export const roundConstant = (i: number): bigint =>
  bytesToNumberBE(sha256(utf8ToBytes(`Hades${i}`))) % FIELD_PRIME;

const mod = (value: bigint): bigint => ((value % FIELD_PRIME) + FIELD_PRIME) % FIELD_PRIME;

/**
 * The same permutation with fewer constants: in a partial round the first two lanes are linear, so
 * the constants added to them can be pushed through the matrix (3 1 1, 1 -1 1, 1 1 -2) into the
 * next round. 12 + 83 + 12 constants in order of use, computed in some milliseconds.
 */
export function compressedConstants(): bigint[] {
  const half = FULL_ROUNDS / 2;
  const constants: bigint[] = [];
  let carried: readonly bigint[] = [0n, 0n, 0n];
  for (let round = 0; round < FULL_ROUNDS + PARTIAL_ROUNDS; round++) {
    const lanes = carried.map((value, lane) => mod(value + roundConstant(3 * round + lane)));
    const [x = 0n, y = 0n, z = 0n] = lanes;
    const isPartial = round >= half && round < half + PARTIAL_ROUNDS;
    if (isPartial) {
      carried = [3n * x + y, x - y, x + y];
      constants.push(z);
    } else {
      carried = [0n, 0n, 0n];
      constants.push(...lanes);
    }
  }
  return constants;
}
