import { Point } from '@scure/starknet';
import { fail } from '@xnet/clients/errors';
import { countEffort, finish, type Steps } from '../effort';

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

const { Fp } = Point;
const P = Fp.ORDER;
/** Hexadecimal digits of a felt: one for the top 4 bits, then one per window of 4 bits. */
const FELT_DIGITS = 63;
const MULTIPLES = 15;

type Affine = readonly [x: bigint, y: bigint];
/** x = X / Z², y = Y / Z³. */
type Jacobian = readonly [X: bigint, Y: bigint, Z: bigint];

/** For each digit, from the lowest up: 1 to 15 times the point of that digit. */
function multiplesOf(low: Affine | undefined, high: Affine | undefined): Affine[] {
  if (!low || !high) return fail('internal');
  const points = [];
  let base = Point.fromAffine({ x: low[0], y: low[1] });
  for (let digit = 0; digit < FELT_DIGITS; digit++) {
    if (digit === FELT_DIGITS - 1) base = Point.fromAffine({ x: high[0], y: high[1] });
    let multiple = base;
    for (let k = 1; k <= MULTIPLES; k++) {
      points.push(multiple);
      multiple = multiple.add(base);
    }
    base = multiple;
  }
  const inverses = Fp.invertBatch(points.map(({ Z }) => Z));
  return points.map((point, index) => {
    const { x, y } = point.toAffine(inverses[index]);
    return [x, y];
  });
}

/** Created on first use, for the first and the second input. */
let tables: readonly [readonly Affine[], readonly Affine[]] | undefined;

/** Adds the multiples that the digits of a felt select. */
function addDigits(start: Jacobian, felt: bigint, table: readonly Affine[]): Jacobian {
  if (felt < 0n || felt >= P) fail('internal', 'A value is outside of the field.');
  const text = felt.toString(16);
  let [X, Y, Z] = start;
  for (let window = 0; window < text.length; window++) {
    const code = text.charCodeAt(text.length - 1 - window);
    const digit = code < 58 ? code - 48 : code - 87;
    if (digit === 0) continue;
    const [x, y] = table[MULTIPLES * window + digit - 1] as Affine; // 63 digits from 1 to 15
    const ZZ = (Z * Z) % P;
    const H = (x * ZZ - X) % P;
    const R = (y * ((Z * ZZ) % P) - Y) % P;
    const HH = (H * H) % P;
    const HHH = (H * HH) % P;
    const V = (X * HH) % P;
    X = (R * R - HHH - V - V) % P;
    Y = (R * (V - X) - Y * HHH) % P;
    Z = (Z * H) % P;
  }
  return [X, Y, Z];
}

/**
 * Starknet's Pedersen hash of two felts (docs.starknet.io, "Hash functions"), in windows of 4 bits.
 * @throws internal for a value outside of the field
 */
export function pedersen(a: bigint, b: bigint): bigint {
  const [shift, firstLow, firstHigh, secondLow, secondHigh] = pedersenPoints;
  if (!shift) return fail('internal');
  countEffort('pedersen');
  tables ??= [multiplesOf(firstLow, firstHigh), multiplesOf(secondLow, secondHigh)];
  const afterFirst = addDigits([shift[0], shift[1], 1n], a, tables[0]);
  const [X, , Z] = addDigits(afterFirst, b, tables[1]);
  // Z is 0 if two added points had the same x; finding such inputs is infeasible.
  if (Fp.create(Z) === 0n) fail('internal', 'These values have no Pedersen hash.');
  const z = Fp.inv(Z);
  return Fp.create(X * z * z);
}

/** Hashes after which a long chain may pause: some 12 ms. */
const PER_STEP = 32;

/** Pedersen chain over the values and their count, from 0. */
export function* pedersenSteps(values: readonly bigint[]): Steps<bigint> {
  let hash = 0n;
  for (const [index, value] of values.entries()) {
    if (index > 0 && index % PER_STEP === 0) yield;
    hash = pedersen(hash, value);
  }
  return pedersen(hash, BigInt(values.length));
}

export const pedersenHashMany = (values: readonly bigint[]): bigint =>
  finish(pedersenSteps(values));
