import { ADDRESS_BOUND, FIELD_PRIME, readNumber } from '../../schema/primitives';
import { toAddress, toHex } from '../felt';

/**
 * How values stand in calldata, a letter each: `a` address, `c` class hash or any felt, `n` number
 * below 2^128, `b` bool, `u` u256 (two felts, low first); `[…]` is a length and so many of what is
 * inside; `{…|…}` is the index of a variant and what is inside of that one.
 */
export type Form = string;

/** Addresses in 64 digits, felts as hex, numbers and bools decimal; a variant's index is first. */
export type Part = string | readonly Part[];

const LIMB = 2n ** 128n;

/** What stands side by side outside of brackets, each with all that is in its own. */
export function itemsOf(form: Form): string[] {
  const items: string[] = [];
  let depth = 0;
  for (const letter of form) {
    items.push(depth > 0 ? `${items.pop()}${letter}` : letter);
    if ('[{'.includes(letter)) depth += 1;
    if (']}'.includes(letter)) depth -= 1;
  }
  return items;
}

function variantsOf(form: Form): string[] {
  const variants = [''];
  for (const item of itemsOf(form)) variants.push(item === '|' ? '' : `${variants.pop()}${item}`);
  return variants;
}

/** The parts of exactly this form; undefined where a felt is missing, left over or out of range. */
export function readForm(form: Form, felts: readonly string[]): readonly Part[] | undefined {
  let at = 0;
  let isExact = true;
  const below = (bound: bigint): bigint => {
    const value = readNumber(felts[at++]);
    if (value !== undefined && value < bound) return value;
    isExact = false;
    return 0n;
  };
  const read = (item: string): Part => {
    const inner = item.slice(1, -1);
    switch (item[0]) {
      case 'a':
        return toAddress(below(ADDRESS_BOUND));
      case 'c':
        return toHex(below(FIELD_PRIME));
      case 'n':
        return `${below(LIMB)}`;
      case 'b':
        return `${below(2n)}`;
      case 'u':
        return `${below(LIMB) + below(LIMB) * LIMB}`;
      case '[': {
        // No item takes less than a felt, so a length beyond what is left is a lie.
        const length = Number(below(BigInt(felts.length - at + 1)));
        const items = itemsOf(inner);
        return isExact ? Array.from({ length }, () => items.map(read)) : [];
      }
      default: {
        const variants = variantsOf(inner);
        const index = Number(below(BigInt(variants.length)));
        return [`${index}`, ...itemsOf(variants[index] ?? '').map(read)];
      }
    }
  };
  const parts = itemsOf(form).map(read);
  return isExact && at === felts.length ? parts : undefined;
}

/** All texts inside, in their order. */
export const texts = (part: Part | undefined): string[] =>
  typeof part === 'string' ? [part] : (part ?? []).flatMap(texts);
