import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { failWithPath } from '@xnet/clients/errors';
import { FIELD_PRIME } from '../../schema/primitives';
import { countEffort, type DoSteps, oneStep } from '../effort';
import { shortString, toHex } from '../felt';
import { poseidonHashMany } from '../hash/poseidon';
import type { PoseidonEngine } from '../hash/poseidonWasm';
import { KECCAK_RATE, MASK_250 } from '../selector';
import type { ContractClass, EntryPoint } from './contractClass';

const CLASS_VERSION = BigInt(shortString('CONTRACT_CLASS_V0.1.0'));
const FELT = /^0x[0-9a-f]{1,64}$/iu;
/** Characters of the ABI to hash per slice; some 10 ms. */
const TEXT_PER_TURN = 65_536;
// In the sandbox access to a global is slow, and there are up to 81,920 felts to read.
const toBigInt = BigInt;
const bound = FIELD_PRIME;
const isFelt = FELT.test.bind(FELT);

function parseFelts(program: readonly string[], from: number, to: number): bigint[] {
  const felts: bigint[] = [];
  for (const text of program.slice(from, to)) {
    const felt = isFelt(text) ? toBigInt(text) : bound;
    if (felt >= bound)
      failWithPath(`sierra_program.${from + felts.length}`, 'expected a felt as hex.');
    felts.push(felt);
  }
  return felts;
}

/** Poseidon hash of a list in slices, letting other requests run between them. */
async function hashSlices(
  count: number,
  felts: (from: number, to: number) => readonly bigint[],
  poseidon: PoseidonEngine,
  compute: DoSteps,
): Promise<bigint> {
  const sponge = await poseidon.createSponge();
  const { feltsPerTurn } = sponge;
  for (let from = 0; from < count; from += feltsPerTurn)
    await compute(oneStep(() => sponge.absorb(felts(from, from + feltsPerTurn))));
  return sponge.finish();
}

/** Fewer felts than this are hashed in one step. */
const FEW = 64;

/** Poseidon hash of any number of felts, in slices that let other requests run. */
export const poseidonInTurns = async (
  felts: readonly bigint[],
  poseidon: PoseidonEngine,
  compute: DoSteps,
): Promise<bigint> => {
  if (felts.length < FEW) return compute(oneStep(() => poseidonHashMany(felts)));
  return hashSlices(felts.length, (from, to) => felts.slice(from, to), poseidon, compute);
};

/** Starknet Keccak of the text of the ABI, which may be megabytes. */
async function hashAbi(abi: string, compute: DoSteps): Promise<bigint> {
  const bytes = utf8ToBytes(abi);
  const keccak = keccak_256.create();
  const absorb = (slice: Uint8Array) => {
    countEffort('keccak', slice.length / KECCAK_RATE);
    keccak.update(slice);
  };
  for (let from = 0; from < bytes.length; from += TEXT_PER_TURN)
    await compute(oneStep(() => absorb(bytes.subarray(from, from + TEXT_PER_TURN))));
  return BigInt(`0x${bytesToHex(keccak.digest())}`) & MASK_250;
}

const hashEntryPoints = (points: readonly EntryPoint[]): bigint =>
  poseidonHashMany(
    points.flatMap(({ selector, function_idx }) => [BigInt(selector), BigInt(function_idx)]),
  );

/**
 * Hash of a Sierra class (docs.starknet.io, "Class hash"). Works in slices that let other requests
 * run.
 * @returns canonical hex
 * @throws invalidParams if the program contains anything but felts
 */
export async function classHash(
  { sierra_program, entry_points_by_type, abi }: ContractClass,
  poseidon: PoseidonEngine,
  compute: DoSteps,
): Promise<string> {
  const abiHash = await hashAbi(abi, compute);
  const program = (from: number, to: number) => parseFelts(sierra_program, from, to);
  const programHash = await hashSlices(sierra_program.length, program, poseidon, compute);
  const points: bigint[] = [];
  for (const kind of ['EXTERNAL', 'L1_HANDLER', 'CONSTRUCTOR'] as const)
    points.push(await compute(oneStep(() => hashEntryPoints(entry_points_by_type[kind]))));
  const whole = [CLASS_VERSION, ...points, abiHash, programHash];
  return compute(oneStep(() => toHex(poseidonHashMany(whole))));
}
