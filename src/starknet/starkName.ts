import { fail } from '@xnet/clients/errors';
import { FIELD_PRIME } from '../schema/primitives';
import { toHex } from './felt';

/**
 * The encoding of .stark names (docs.starknet.id, "Encoding algorithm"): each label is one felt, a
 * mixed-radix number whose first character is the least significant digit.
 */
const BASIC = 'abcdefghijklmnopqrstuvwxyz0123456789-';
/** Rare characters are encoded as the digit ESCAPE and a digit of their own. */
const BIG = '这来';
const [BIG_FIRST, BIG_LAST] = BIG;
const ESCAPE = BigInt(BASIC.length);
const RADIX = ESCAPE + 1n;
const BIG_RADIX = BigInt(BIG.length);

const SUFFIX = '.stark';

/** Ending of a label: a run of the last rare character, alone or before 这b. */
const RUN = new RegExp(`^(.*?)(${BIG_LAST}*)$`, 'u');
const PAIR = `${BIG_FIRST}${BASIC[1]}`;

const splitRun = (label: string): [head: string, run: number] => {
  const [, head = '', run = ''] = RUN.exec(label) ?? [];
  return [head, run.length];
};
const withRun = (head: string, run: number) => head + (BIG_LAST ?? '').repeat(run);

/** Two kinds of endings would collide, so one becomes an odd run and the other an even one. */
function spreadEnding(label: string): string {
  if (label.endsWith(PAIR)) {
    const [head, run] = splitRun(label.slice(0, -PAIR.length));
    return withRun(head, 2 * (run + 1));
  }
  const [head, run] = splitRun(label);
  if (run === 0) return label;
  return withRun(head, 2 * run - 1);
}

function gatherEnding(label: string): string {
  const [head, run] = splitRun(label);
  if (run === 0) return label;
  if (run % 2 === 0) return withRun(head, run / 2 - 1) + PAIR;
  return withRun(head, (run + 1) / 2);
}

function encodeLabel(label: string): bigint {
  const characters = [...spreadEnding(label)];
  let felt = 0n;
  let weight = 1n;
  const put = (digit: bigint, radix: bigint) => {
    felt += weight * digit;
    weight *= radix;
  };
  for (const [index, character] of characters.entries()) {
    const isLast = index === characters.length - 1;
    const basic = BASIC.indexOf(character);
    const big = BIG.indexOf(character);
    // A trailing zero would be lost, so a last 'a' is escaped.
    if (isLast && basic === 0) put(ESCAPE, RADIX);
    else if (basic >= 0) put(BigInt(basic), RADIX);
    else if (big >= 0) {
      put(ESCAPE, RADIX);
      put(BigInt(isLast ? big + 1 : big), BIG_RADIX);
    } else fail('invalidParams', 'A name has the letters a to z, digits and hyphens.');
  }
  return felt;
}

function decodeLabel(felt: bigint): string {
  let remainder = felt;
  let label = '';
  const take = (radix: bigint): number => {
    const digit = remainder % radix;
    remainder /= radix;
    return Number(digit);
  };
  while (remainder > 0n) {
    const digit = take(RADIX);
    if (BigInt(digit) < ESCAPE) {
      label += BASIC[digit];
    } else if (remainder <= BIG_RADIX) {
      // The last character: `a`, or a rare one counted from 1.
      const big = take(BIG_RADIX + 1n);
      label += big === 0 ? BASIC[0] : BIG[big - 1];
    } else label += BIG[take(BIG_RADIX)];
  }
  return gatherEnding(label);
}

/**
 * The labels of a .stark name as felts, the first label first.
 * @throws invalidParams for another ending, an empty label, an unsupported character, or a label
 * that is too long for a felt
 */
export function encodeStarkName(name: string): string[] {
  if (!name.endsWith(SUFFIX)) fail('invalidParams', 'A name ends with .stark.');
  return name
    .slice(0, -SUFFIX.length)
    .split('.')
    .map((label) => {
      const felt = encodeLabel(label);
      if (label === '' || felt >= FIELD_PRIME)
        fail('invalidParams', 'A part of the name is empty or too long.');
      return toHex(felt);
    });
}

/**
 * Decodes felts to a name; undefined unless the name has exactly this encoding, so that no two
 * encodings show the same name.
 */
export function decodeStarkName(felts: readonly string[]): string | undefined {
  if (felts.length === 0) return undefined;
  const labels = felts.map((felt) => decodeLabel(BigInt(felt)));
  const isExact = labels.every(
    (label, index) => label !== '' && encodeLabel(label) === BigInt(felts[index] ?? 0),
  );
  if (isExact) return labels.join('.') + SUFFIX;
  return undefined;
}
