import { FIELD_PRIME as PRIME } from '../../../src/schema/primitives';
import { compressedConstants } from '../../../src/starknet/hash/poseidon';

/*
 * AssemblyScript for arithmetic in Starknet's field, written out in full because WebAssembly has
 * no wide multiplication. A number is 9 signed limbs of 29 bits in i64, in Montgomery form with
 * R = 2^261. As the prime is 2^251 + 17·2^192 + 1, its negative inverse modulo 2^29 is −1, and a
 * step of the reduction is a few shifts: 2^192 = 2^174 · 2^18 is in limb 6, 2^251 = 2^232 · 2^19
 * in limb 8.
 */
const LIMBS = 9;
const BITS = 29;
const SIZE = 8 * LIMBS;
const COLUMNS = 2 * LIMBS - 1;

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const limbs = range(LIMBS);
const declare = (...names: string[]): string[] =>
  names.map((name) => `let ${limbs.map((i) => `${name}${i}: i64`).join(', ')};`);
const declareColumns = `let lo: i64, ${range(COLUMNS + 1)
  .map((k) => `c${k}: i64`)
  .join(', ')};`;
const load = (name: string, from: string): string[] =>
  limbs.map((i) => `${name}${i} = load<i64>(${from}, ${8 * i});`);
const store = (name: string, to: string): string[] =>
  limbs.map((i) => `store<i64>(${to}, ${name}${i}, ${8 * i});`);

/** Columns of the schoolbook product of two numbers. */
const multiply = (a: string, b: string): string[] =>
  range(COLUMNS).map((k) => {
    const terms = limbs
      .filter((i) => k - i >= 0 && k - i < LIMBS)
      .map((i) => `${a}${i} * ${b}${k - i}`);
    return `c${k} = ${terms.join(' + ')};`;
  });

/** The same for a square, with half of the products; doubles the limbs into names ending in d. */
const square = (a: string): string[] => [
  `let ${limbs.map((i) => `${a}d${i}: i64 = ${a}${i} << 1`).join(', ')};`,
  ...range(COLUMNS).map((k) => {
    const pairs = limbs.filter((i) => i < k - i && k - i < LIMBS);
    const terms = pairs.map((i) => `${a}d${i} * ${a}${k - i}`);
    if (k % 2 === 0) terms.push(`${a}${k / 2} * ${a}${k / 2}`);
    return `c${k} = ${terms.join(' + ')};`;
  }),
];

/** Montgomery reduction of the columns; all limbs but the highest end up in [0, 2^29). */
const reduce = (to: string): string[] => [
  `c${COLUMNS} = 0;`,
  ...limbs.map(
    (i) =>
      `lo = c${i} & MASK; c${i + 1} += c${i} >> ${BITS}; ` +
      `c${i + 6} -= (lo << 22) + (lo << 18); c${i + 8} -= lo << 19;`,
  ),
  ...range(LIMBS - 1).map(
    (i) => `${to}${i} = c${LIMBS + i} & MASK; c${LIMBS + i + 1} += c${LIMBS + i} >> ${BITS};`,
  ),
  `${to}8 = c${COLUMNS};`,
];

const carry = (name: string): string[] =>
  range(LIMBS - 1).map((i) => `${name}${i + 1} += ${name}${i} >> ${BITS}; ${name}${i} &= MASK;`);

/** Subtracts multiples of the prime at the highest limb, then carries: |value| < 2^254. */
const normalise = (name: string): string[] => [
  `lo = ${name}8 >> 19; ${name}8 &= 0x7ffff;`,
  `${name}6 -= (lo << 22) + (lo << 18); ${name}0 -= lo;`,
  ...carry(name),
];

/** s = z³, with z normalised first. */
const cube = [
  ...normalise('z'),
  ...square('z'),
  ...reduce('s'),
  ...multiply('s', 'z'),
  ...reduce('s'),
];

const define = (signature: string, body: readonly string[]): string =>
  `export function ${signature}: void {\n${body.map((line) => `  ${line}`).join('\n')}\n}`;

const unpackLimb = (i: number): string => {
  const [word, shift] = [(BITS * i) >> 6, (BITS * i) & 63];
  const high = shift > 64 - BITS && word < 3 ? ` | (w${word + 1} << ${64 - shift})` : '';
  return `store<i64>(to, i64(((w${word} >> ${shift})${high}) & 0x1fffffff), ${8 * i});`;
};

const packWord = (word: number): string => {
  const terms = limbs.flatMap((i) => {
    const shift = BITS * i - 64 * word;
    if (shift >= 64 || shift <= -BITS) return [];
    return [shift >= 0 ? `(a${i} << ${shift})` : `(a${i} >> ${-shift})`];
  });
  return `store<i64>(to, ${terms.join(' | ')}, ${8 * word});`;
};

const functions = [
  define('mul(to: usize, a: usize, b: usize)', [
    ...declare('a', 'b', 's'),
    declareColumns,
    ...load('a', 'a'),
    ...load('b', 'b'),
    ...multiply('a', 'b'),
    ...reduce('s'),
    ...store('s', 'to'),
  ]),
  define('normalise(at: usize)', [
    ...declare('a'),
    'let lo: i64;',
    ...load('a', 'at'),
    ...normalise('a'),
    ...store('a', 'at'),
  ]),
  '/** at += from */',
  define(
    'addTo(at: usize, from: usize)',
    limbs.map(
      (i) => `store<i64>(at, load<i64>(at, ${8 * i}) + load<i64>(from, ${8 * i}), ${8 * i});`,
    ),
  ),
  '/** at = (at + constant)³; a constant is 9 × i32. */',
  define('addAndCube(at: usize, constant: usize)', [
    ...declare('z', 's'),
    declareColumns,
    ...limbs.map((i) => `z${i} = load<i64>(at, ${8 * i}) + i64(load<i32>(constant, ${4 * i}));`),
    ...cube,
    ...store('s', 'at'),
  ]),
  '/** Mixes the three lanes by the matrix (3 1 1, 1 -1 1, 1 1 -2). */',
  define('mix(lanes: usize)', [
    'let x: i64, y: i64, z: i64, sum: i64;',
    ...limbs.flatMap((i) => [
      `x = load<i64>(lanes, ${8 * i}); y = load<i64>(lanes, ${SIZE + 8 * i}); z = load<i64>(lanes, ${2 * SIZE + 8 * i});`,
      `sum = x + y + z; store<i64>(lanes, sum + (x << 1), ${8 * i}); store<i64>(lanes, sum - (y << 1), ${SIZE + 8 * i}); store<i64>(lanes, sum - (z << 1) - z, ${2 * SIZE + 8 * i});`,
    ]),
  ]),
  '/** Partial rounds with x and u = x + y: w = (z + c)³, v = 2x + w, x = v + u, z = u - 2w, u = 2v. */',
  define('partialRounds(lanes: usize, constant: usize, count: i32)', [
    ...declare('z', 's'),
    declareColumns,
    'let v: i64, u: i64;',
    'const end: usize = constant + 36 * count;',
    ...load('z', `lanes + ${2 * SIZE}`),
    'do {',
    ...limbs.map((i) => `z${i} += i64(load<i32>(constant, ${4 * i}));`),
    ...cube,
    ...limbs.flatMap((i) => [
      `v = (load<i64>(lanes, ${8 * i}) << 1) + s${i}; u = load<i64>(lanes, ${SIZE + 8 * i});`,
      `z${i} = u - (s${i} << 1); store<i64>(lanes, u + v, ${8 * i}); store<i64>(lanes, v << 1, ${SIZE + 8 * i});`,
    ]),
    'constant += 36;',
    '} while (constant < end);',
    ...store('z', `lanes + ${2 * SIZE}`),
  ]),
  '/** Reads 32 bytes, lowest first. */',
  define('unpack(to: usize, bytes: usize)', [
    'const w0 = load<u64>(bytes), w1 = load<u64>(bytes, 8), w2 = load<u64>(bytes, 16), w3 = load<u64>(bytes, 24);',
    ...limbs.map(unpackLimb),
  ]),
  '/** Leaves Montgomery form and writes the one value in [0, p) as 32 bytes, lowest first. */',
  define('pack(to: usize, from: usize)', [
    ...declare('a', 't'),
    declareColumns,
    ...load('a', 'from'),
    ...limbs.map((i) => `c${i} = a${i};`),
    ...range(LIMBS - 1).map((i) => `c${LIMBS + i} = 0;`),
    ...reduce('a'),
    'for (let k = 0; k < 2 && a8 < 0; k++) {',
    'a0 += 1; a6 += 17 << 18; a8 += 1 << 19;',
    ...carry('a'),
    '}',
    ...limbs.map((i) => `t${i} = a${i};`),
    't0 -= 1; t6 -= 17 << 18; t8 -= 1 << 19;',
    ...carry('t'),
    `if (t8 >= 0) { ${limbs.map((i) => `a${i} = t${i};`).join(' ')} }`,
    ...range(4).map(packWord),
  ]),
];

/** Source of the module `./field` that assembly/poseidon.ts imports. */
export const fieldSource = (): string =>
  [`@inline const MASK: i64 = 0x1fffffff;`, ...functions, ''].join('\n');

const R = 2n ** 261n;
const toLimbs = (value: bigint): bigint[] =>
  limbs.map((i) => (value >> BigInt(BITS * i)) & 0x1fffffffn);

/** Source of the module `./constants`: each constant as 9 × i32 in Montgomery form. */
export function constantsSource(): string {
  const montgomery = (value: bigint) => toLimbs((value * R) % PRIME);
  const define32 = (name: string, values: readonly bigint[]) =>
    `export const ${name}: usize = memory.data<i32>([${values.join(',')}]);`;
  return [
    define32('ROUND_CONSTANTS', compressedConstants().flatMap(montgomery)),
    '// R²: what a plain number is multiplied by to bring it into Montgomery form.',
    define32('R_SQUARED', toLimbs((R * R) % PRIME)),
    define32('ONE', montgomery(1n)),
    '',
  ].join('\n');
}
