import { randomBytes } from 'node:crypto';
import { buildHash } from '../../scripts/build/buildHash';
import { FIELD_PRIME } from '../../src/schema/primitives';
import { createPoseidonEngine, type PoseidonEngine } from '../../src/starknet/hash/poseidonWasm';

/** The largest felt. */
export const top = FIELD_PRIME - 1n;
/** Felts at which the arithmetic takes another path. */
export const edges = [
  0n,
  1n,
  2n,
  top,
  top - 1n,
  2n ** 248n - 1n,
  2n ** 248n,
  2n ** 251n,
  2n ** 192n,
];
export const randomFelt = (): bigint =>
  BigInt(`0x${randomBytes(40).toString('hex')}`) % FIELD_PRIME;
export const randomFelts = (count: number): bigint[] => Array.from({ length: count }, randomFelt);

/** An engine with the WebAssembly of the current sources. */
export async function builtEngine(): Promise<PoseidonEngine> {
  const file = (await buildHash()).toString('latin1');
  return createPoseidonEngine(() => Promise.resolve(file));
}

/** The Poseidon hash of felts by an engine. */
export async function recordHashes(
  engine: PoseidonEngine,
  felts: readonly bigint[],
): Promise<bigint> {
  const sponge = await engine.createSponge();
  sponge.absorb(felts);
  return sponge.finish();
}
