import { fail } from '../../errors';
import { FIELD_PRIME } from '../../schema/primitives';

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

const P = FIELD_PRIME;
/** Hexadecimal digits of a felt: one of the top 4 bits, then one for each window of 4 bits. */
const FELT_DIGITS = 63;
const WINDOWS = FELT_DIGITS - 1;
const MULTIPLES = 15;

type Affine = readonly [x: bigint, y: bigint];
/** x = X / Z², y = Y / Z³. */
type Jacobian = readonly [X: bigint, Y: bigint, Z: bigint];

const mod = (value: bigint): bigint => {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
};

function inverse(value: bigint): bigint {
  let [a, b, s, t] = [P, mod(value), 0n, 1n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b] = [b, a - quotient * b];
    [s, t] = [t, s - quotient * t];
  }
  return mod(s);
}

/** Doubling on y² = x³ + x + b. */
function double([X, Y, Z]: Jacobian): Jacobian {
  const YY = (Y * Y) % P;
  const S = (4n * X * YY) % P;
  const ZZ = (Z * Z) % P;
  const M = (3n * X * X + ZZ * ZZ) % P;
  const X3 = (M * M - 2n * S) % P;
  return [X3, (M * (S - X3) - 8n * YY * YY) % P, (2n * Y * Z) % P];
}

function add([X1, Y1, Z1]: Jacobian, [X2, Y2, Z2]: Jacobian): Jacobian {
  const [A, B] = [(Z1 * Z1) % P, (Z2 * Z2) % P];
  const U = (X1 * B) % P;
  const S = (((Y1 * Z2) % P) * B) % P;
  const H = (X2 * A - U) % P;
  const R = (((Y2 * Z1) % P) * A - S) % P;
  const HH = (H * H) % P;
  const HHH = (H * HH) % P;
  const V = (U * HH) % P;
  const X3 = (R * R - HHH - 2n * V) % P;
  return [X3, (R * (V - X3) - S * HHH) % P, (((Z1 * Z2) % P) * H) % P];
}

/** Points with Z = 1, by one inversion for all of them. */
function normalise(points: readonly Jacobian[]): Affine[] {
  const products: bigint[] = [];
  let product = 1n;
  for (const [, , Z] of points) {
    products.push(product);
    product = (product * Z) % P;
  }
  let inverted = inverse(product);
  const affine: Affine[] = [];
  for (let i = points.length - 1; i >= 0; i--) {
    const [X, Y, Z] = points[i] as Jacobian; // i runs over the points
    const z = (inverted * (products[i] as bigint)) % P; // as many products as points
    inverted = (inverted * Z) % P;
    const zz = (z * z) % P;
    affine.push([mod(X * zz), mod(((Y * zz) % P) * z)]);
  }
  return affine.reverse();
}

/** For each digit from the lowest up, 1 to 15 times the point that the digit stands for. */
function multiplesOf([x, y]: Affine, windows: number): Jacobian[] {
  const points: Jacobian[] = [];
  let base: Jacobian = [x, y, 1n];
  for (let window = 0; window < windows; window++) {
    let multiple = double(base);
    points.push(base, multiple);
    for (let k = 3; k <= MULTIPLES; k++) {
      multiple = add(multiple, base);
      points.push(multiple);
    }
    base = add(multiple, base);
  }
  return points;
}

let tables: readonly [first: readonly Affine[], second: readonly Affine[]] | undefined;

/** Made on first use: 2 × 63 windows of 15 points each. */
function createTables(): readonly [readonly Affine[], readonly Affine[]] {
  const [, firstLow, firstHigh, secondLow, secondHigh] = pedersenPoints;
  if (!firstLow || !firstHigh || !secondLow || !secondHigh) return fail('internal');
  const points = normalise([
    ...multiplesOf(firstLow, WINDOWS),
    ...multiplesOf(firstHigh, 1),
    ...multiplesOf(secondLow, WINDOWS),
    ...multiplesOf(secondHigh, 1),
  ]);
  const half = points.length / 2;
  return [points.slice(0, half), points.slice(half)];
}

/** Adds the multiples that the digits of a felt choose. */
function addDigits(start: Jacobian, felt: bigint, table: readonly Affine[]): Jacobian {
  if (felt < 0n || felt >= P) fail('internal', 'A value is outside of the field.');
  const text = felt.toString(16);
  let [X, Y, Z] = start;
  for (let window = 0; window < text.length; window++) {
    const code = text.charCodeAt(text.length - 1 - window);
    const digit = code < 58 ? code - 48 : code - 87;
    if (digit === 0) continue;
    const [x, y] = table[MULTIPLES * window + digit - 1] as Affine; // 63 windows of digits 1 to 15
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
  tables ??= createTables();
  const [shift] = pedersenPoints;
  if (!shift) return fail('internal');
  const afterFirst = addDigits([shift[0], shift[1], 1n], a, tables[0]);
  const [X, , Z] = addDigits(afterFirst, b, tables[1]);
  // Z is 0 once two points that were added had the same x; nobody can find inputs that do it.
  if (mod(Z) === 0n) fail('internal', 'These values have no Pedersen hash.');
  const z = inverse(Z);
  return mod(X * ((z * z) % P));
}

/** Pedersen chain over the values and their count, from 0. */
export const pedersenHashMany = (values: readonly bigint[]): bigint =>
  [...values, BigInt(values.length)].reduce(pedersen, 0n);
