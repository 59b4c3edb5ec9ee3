import { ADDRESS_BOUND, type ChainId, FIELD_PRIME, parseNumber } from '../../schema/primitives';
import type { DecodedCall } from '../abi/abi';
import { toAddress, toHex } from '../felt';
import type { KnownContract } from './knownContracts';
import type { Act, NamelessMeaning, Quantity } from './meaning';

/**
 * Layout of calldata, one letter per value: `a` address, `c` class hash or any felt, `n` number
 * below 2^128, `b` bool, `u` u256 (two felts, low first); `[…]` is a length and that many
 * repetitions of its content; `{…|…}` is a variant's index and the content of that variant.
 */
export type Form = string;

/** Addresses in 64 digits, felts as hex, numbers and bools decimal; a variant's index is first. */
export type Part = string | readonly Part[];

const LIMB = 2n ** 128n;

/** Splits a form into its items; brackets stay whole. */
export function listItems(form: Form): string[] {
  const items: string[] = [];
  let depth = 0;
  for (const letter of form) {
    if (depth > 0) items.push(`${items.pop()}${letter}`);
    else items.push(letter);
    if ('[{'.includes(letter)) depth += 1;
    if (']}'.includes(letter)) depth -= 1;
  }
  return items;
}

function variantsOf(form: Form): string[] {
  const variants = [''];
  for (const item of listItems(form)) {
    if (item === '|') variants.push('');
    else variants.push(`${variants.pop()}${item}`);
  }
  return variants;
}

/** The parts of exactly this form; undefined if a felt is missing, left over or out of range. */
export function parseForm(form: Form, felts: readonly string[]): readonly Part[] | undefined {
  let position = 0;
  let isExact = true;
  const takeBelow = (bound: bigint): bigint => {
    const value = parseNumber(felts[position++]);
    if (value !== undefined && value < bound) return value;
    isExact = false;
    return 0n;
  };
  const read = (item: string): Part => {
    const inner = item.slice(1, -1);
    switch (item[0]) {
      case 'a':
        return toAddress(takeBelow(ADDRESS_BOUND));
      case 'c':
        return toHex(takeBelow(FIELD_PRIME));
      case 'n':
        return `${takeBelow(LIMB)}`;
      case 'b':
        return `${takeBelow(2n)}`;
      case 'u':
        return `${takeBelow(LIMB) + takeBelow(LIMB) * LIMB}`;
      case '[': {
        // Each item takes at least one felt, so a length beyond the remaining felts is invalid.
        const length = Number(takeBelow(BigInt(felts.length - position + 1)));
        const items = listItems(inner);
        if (isExact) return Array.from({ length }, () => items.map(read));
        return [];
      }
      default: {
        const variants = variantsOf(inner);
        const index = Number(takeBelow(BigInt(variants.length)));
        return [`${index}`, ...listItems(variants[index] ?? '').map(read)];
      }
    }
  };
  const parts = listItems(form).map(read);
  if (isExact && position === felts.length) return parts;
  return undefined;
}

/** All nested texts, in order. */
export const texts = (part: Part | undefined): string[] => {
  if (typeof part === 'string') return [part];
  return (part ?? []).flatMap(texts);
};

/** A call as the rules see it; addresses in 64 digits. */
export type Scene = {
  readonly contract: string;
  readonly calldata: readonly string[];
  /** Sender of the call. */
  readonly account: string;
  readonly chainId: ChainId;
  readonly listedContract: KnownContract | undefined;
  readonly decoded: DecodedCall | null;
  /** Content of the list or variant at this index of the form. */
  readonly partsOf: (index: number) => readonly Part[];
};

/**
 * The meaning of a call with this form: `tell` receives the scene and each value of the form (empty
 * for lists), and returns undefined if the values rule this meaning out.
 *
 * `where` restricts it: kinds of known contracts; `own` for calls of the account to itself; `abi`
 * if a form is ambiguous, so that the contract's ABI must name these types; nothing for a standard,
 * which any contract may implement.
 */
export type MeaningRule = readonly [form: Form, tell: Tell, where?: string | undefined];
export type Tell = (scene: Scene, ...values: string[]) => NamelessMeaning | undefined;

/** By entry point in snake_case. */
export type Family = Readonly<Record<string, readonly MeaningRule[]>>;

/** `{ to }` only if the recipient is not the account. */
export const toOther = ({ account }: Scene, to: string): { to?: string } => {
  if (to === account) return {};
  return { to };
};

export const ownMark = ({ account, contract }: Scene): { own?: true } => {
  if (contract === account) return { own: true };
  return {};
};

export const quantity = (token: string, amount: string): Quantity => ({ token, amount });

/** An act of this contract; `more` holds its details. */
export const createAct = (
  scene: Scene,
  act: Act,
  details: Partial<Extract<NamelessMeaning, { kind: 'act' }>> = {},
  ...quantities: Quantity[]
): NamelessMeaning => {
  const { contract, listedContract } = scene;
  const name = listedContract?.name ?? null;
  return { kind: 'act', contract, name, act, quantities, ...ownMark(scene), ...details };
};
