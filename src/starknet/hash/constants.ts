import { bytesToNumberBE } from '@noble/curves/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { FIELD_PRIME } from '../../schema/primitives';

const FULL_ROUNDS = 8;
const PARTIAL_ROUNDS = 83;

/**
 * A round constant of Starknet's Poseidon by its public definition: number i, three to a round, is
 * SHA-256 of the text "Hades" followed by i, modulo the prime (github.com/starkware-industries/
 * poseidon, file poseidon3.txt; docs.starknet.io, "Hash functions").
 */
export const roundConstant = (i: number): bigint =>
  bytesToNumberBE(sha256(utf8ToBytes(`Hades${i}`))) % FIELD_PRIME;

const mod = (value: bigint): bigint => ((value % FIELD_PRIME) + FIELD_PRIME) % FIELD_PRIME;

/**
 * The same permutation with fewer constants: in a partial round the first two lanes are linear, so
 * what is added to them can be pushed through the matrix (3 1 1, 1 -1 1, 1 1 -2) into the round
 * after. 12 + 83 + 12 constants in the order of their use, made in some milliseconds.
 */
export function compressedConstants(): bigint[] {
  const half = FULL_ROUNDS / 2;
  const constants: bigint[] = [];
  let carried: readonly bigint[] = [0n, 0n, 0n];
  for (let round = 0; round < FULL_ROUNDS + PARTIAL_ROUNDS; round++) {
    const lanes = carried.map((value, lane) => mod(value + roundConstant(3 * round + lane)));
    const [x = 0n, y = 0n, z = 0n] = lanes;
    const isPartial = round >= half && round < half + PARTIAL_ROUNDS;
    carried = isPartial ? [3n * x + y, x - y, x + y] : [0n, 0n, 0n];
    constants.push(...(isPartial ? [z] : lanes));
  }
  return constants;
}

/**
 * The points of Starknet's Pedersen hash: the shift point, then those of the low 248 and of the
 * high 4 bits of the first and the second input (docs.starknet.io, "Hash functions"; derived from
 * the digits of pi by starkware-libs/starkex-resources, crypto/starkware/crypto/signature).
 */
export const pedersenPoints: readonly (readonly [x: bigint, y: bigint])[] = [
  [
    0x49ee3eba8c1600700ee1b87eb599f16716b0b1022947733551fde4050ca6804n,
    0x3ca0cfe4b3bc6ddf346d49d06ea0ed34e621062c0e056c1d0405d266e10268an,
  ],
  [
    0x234287dcbaffe7f969c748655fca9e58fa8120b6d56eb0c1080d17957ebe47bn,
    0x3b056f100f96fb21e889527d41f4e39940135dd7a6c94cc6ed0268ee89e5615n,
  ],
  [
    0x4fa56f376c83db33f9dab2656558f3399099ec1de5e3018b7a6932dba8aa378n,
    0x3fa0984c931c9e38113e0c0e47e4401562761f92a7a23b45168f4e80ff5b54dn,
  ],
  [
    0x4ba4cc166be8dec764910f75b45f74b40c690c74709e90f3aa372f0bd2d6997n,
    0x40301cf5c1751f4b971e46c4ede85fcac5c59a5ce5ae7c48151f27b24b219cn,
  ],
  [
    0x54302dcb0e6cc1c6e44cca8f61a63bb2ca65048d53fb325d36ff12c49a58202n,
    0x1b77b3e37d13504b348046268d8ae25ce98ad783c25561a879dcc77e99c2426n,
  ],
];
