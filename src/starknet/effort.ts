/**
 * Costs of computing, in milliseconds of the wallet's sandbox on an ordinary machine. It is counted
 * where it is done, by number and not by the clock, so that it is the same on every machine.
 */
export const effortMs = {
  pedersen: 0.37,
  /** A permutation: two felts of a long hash. */
  poseidon: 0.1,
  /** The same in WebAssembly, with the reading of both felts. */
  poseidonWasm: 0.01,
  /** A block: two felts. */
  blake2s: 0.02,
  keccak: 0.03,
  /** A key from the phrase's node. */
  derivation: 45,
  /** A multiplication on the curve: a public key or a signature. */
  multiplication: 10,
  /** A character of params that is read and compared. */
  character: 0.00005,
} as const;

let counted = 0;

/** Counts so many of one kind. */
export const countEffort = (kind: keyof typeof effortMs, times = 1): void => {
  counted += effortMs[kind] * times;
};

/** All that was counted since the start, in milliseconds. */
export const effort = (): number => counted;

/** Work that can pause after each step, so that other requests run in between. */
export type Steps<T> = Generator<void, T>;

/** Does all of the work at once. */
export function finish<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Does work in steps; what it does between them is up to it. */
export type DoSteps = <T>(steps: Steps<T>) => Promise<T>;
export const doAtOnce: DoSteps = async (steps) => finish(steps);

/** Work of a single step. */
// biome-ignore lint/correctness/useYield: it has no place to pause
export function* oneStep<T>(work: () => T): Steps<T> {
  return work();
}
