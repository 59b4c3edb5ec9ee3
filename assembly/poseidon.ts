// AssemblyScript. scripts/build/buildHash.ts compiles it and generates the two modules below.
import { ONE, R_SQUARED, ROUND_CONSTANTS } from './constants';
import {
  addAndCube,
  addTo,
  mix,
  mul,
  normalise,
  pack,
  partialRounds,
  unpack,
} from './field';

const SIZE: usize = 72;
/** The three lanes x, y and z, contiguous. */
const LANES: usize = memory.data(216);
const X: usize = LANES;
const Y: usize = LANES + SIZE;
const Z: usize = LANES + 2 * SIZE;
const SCRATCH: usize = memory.data(72);
const R_SQUARED_WIDE: usize = memory.data(72);
const ONE_WIDE: usize = memory.data(72);
/** Lanes that are only added to must be normalised before their limbs overflow. */
const ROUNDS_BETWEEN: i32 = 8;
const PARTIAL_ROUNDS: i32 = 83;
const CONSTANT: usize = 36;

/** Felts below the prime, 32 bytes each, little-endian; the hash is written to its start. */
export const BUFFER: usize = memory.data(512 * 32);
export const CAPACITY: i32 = 512;

function widen(to: usize, from: usize): void {
  for (let i: usize = 0; i < 9; i++) store<i64>(to + 8 * i, i64(load<i32>(from + 4 * i)));
}
widen(R_SQUARED_WIDE, R_SQUARED);
widen(ONE_WIDE, ONE);

function fullRounds(from: usize): usize {
  let constant = from;
  for (let round = 0; round < 4; round++) {
    addAndCube(X, constant);
    addAndCube(Y, constant + CONSTANT);
    addAndCube(Z, constant + 2 * CONSTANT);
    mix(LANES);
    constant += 3 * CONSTANT;
  }
  normalise(X);
  normalise(Y);
  normalise(Z);
  return constant;
}

function permute(): void {
  normalise(X);
  normalise(Y);
  let constant = fullRounds(ROUND_CONSTANTS);
  addTo(Y, X);
  for (let round = 0; round < PARTIAL_ROUNDS; round += ROUNDS_BETWEEN) {
    const count = min(ROUNDS_BETWEEN, PARTIAL_ROUNDS - round);
    normalise(X);
    normalise(Y);
    partialRounds(LANES, constant, count);
    constant += CONSTANT * count;
  }
  // The second lane held x + y.
  normalise(X);
  normalise(Y);
  for (let i: usize = 0; i < SIZE; i += 8)
    store<i64>(Y + i, load<i64>(Y + i) - load<i64>(X + i));
  normalise(Y);
  normalise(Z);
  fullRounds(constant);
}

function absorb(lane: usize, felt: usize): void {
  unpack(SCRATCH, felt);
  mul(SCRATCH, SCRATCH, R_SQUARED_WIDE);
  addTo(lane, SCRATCH);
}

/** Absorbs an even number of felts from the buffer. */
export function update(count: i32): void {
  let felt = BUFFER;
  for (let i = 0; i < count; i += 2) {
    absorb(X, felt);
    absorb(Y, felt + 32);
    permute();
    felt += 64;
  }
}

/** Absorbs the last felt, if there is one (count 0 or 1), and writes the hash to the buffer. */
export function finish(count: i32): void {
  if (count == 1) absorb(X, BUFFER);
  addTo(count == 1 ? Y : X, ONE_WIDE);
  permute();
  pack(BUFFER, X);
}
