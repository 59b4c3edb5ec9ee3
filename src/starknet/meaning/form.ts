import { ADDRESS_BOUND, type ChainId, FIELD_PRIME, parseNumber } from '../../schema/primitives';
import type { DecodedCall } from '../abi/abi';
import { toAddress, toHex } from '../felt';
import type { KnownContract } from './knownContracts';
import type { Act, Quantity, Told } from './meaning';

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
export function parseForm(form: Form, felts: readonly string[]): readonly Part[] | undefined {
  let at = 0;
  let isExact = true;
  const below = (bound: bigint): bigint => {
    const value = parseNumber(felts[at++]);
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

/** A call as the rules see it; addresses in 64 digits. */
export type Scene = {
  readonly contract: string;
  readonly calldata: readonly string[];
  /** That makes the call. */
  readonly account: string;
  readonly chainId: ChainId;
  readonly known: KnownContract | undefined;
  readonly decoded: DecodedCall | null;
  /** What is in the list or variant at this place of the form. */
  readonly within: (index: number) => readonly Part[];
};

/**
 * What a call of a form means: `tell` gets the scene and the values of the form one by one (empty
 * for lists), and gives undefined where they are of another meaning after all.
 *
 * Where it holds: kinds of known contracts; `own` for calls of the account to itself; `abi` where a
 * form could be mistaken for another, so that the contract's ABI has to name these types; nothing
 * for a standard, which any contract may keep to.
 */
export type MeaningRule = readonly [form: Form, tell: Tell, where?: string | undefined];
export type Tell = (scene: Scene, ...values: string[]) => Told | undefined;

/** By entry point in snake_case. */
export type Family = Readonly<Record<string, readonly MeaningRule[]>>;

/** `{ to }` only where somebody else than the account gets it. */
export const toOther = ({ account }: Scene, to: string): { to?: string } =>
  to === account ? {} : { to };

export const own = ({ account, contract }: Scene): { own?: true } =>
  contract === account ? { own: true } : {};

export const quantity = (token: string, amount: string): Quantity => ({ token, amount });

/** An act of this contract; `more` is what it is about. */
export const actOf = (
  scene: Scene,
  act: Act,
  more: Partial<Extract<Told, { kind: 'act' }>> = {},
  ...quantities: Quantity[]
): Told => {
  const { contract, known } = scene;
  const name = known?.name ?? null;
  return { kind: 'act', contract, name, act, quantities, ...own(scene), ...more };
};
