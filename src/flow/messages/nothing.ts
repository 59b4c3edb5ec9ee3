import { listStructs, type TypedStruct, type TypedValue } from '../../starknet/typedData/basic';
import type { TypedData } from '../../starknet/typedData/parse';
import { SMALLEST_AMOUNT } from './ends';
import { containsPath } from './fields';
import { isOther, isQuantity, isRandom, isSize, type Leaf } from './leaves';

/** Values of one struct that are of one type, single or in lists. */
function findSides({ fields }: TypedStruct): TypedValue[][] {
  const sides = new Map<string, TypedValue[]>();
  for (const { value } of fields) {
    if (value.as !== 'struct' && value.as !== 'list') continue;
    const type = value.type.replace(/\*$/u, '');
    sides.set(type, [...(sides.get(type) ?? []), value]);
  }
  return [...sides.values()].filter((values) => values.length > 1);
}

/** Numbers of one struct of which all but one are zero. */
const isOneSided = (leaves: readonly Leaf[]): boolean =>
  leaves.length > 1 && leaves.filter(({ number }) => number > 0n).length === 1;

const zerosIn = (leaves: readonly Leaf[]): Leaf[] => leaves.filter(({ number }) => number === 0n);

function findZeros(leaves: readonly Leaf[]): Leaf[] {
  const scopes = [...new Set(leaves.map(({ scope }) => scope))];
  const isBare = !leaves.some(({ as }) => as === 'address');
  return scopes.flatMap((scope) => {
    const inside = leaves.filter((leaf) => leaf.scope === scope);
    const amounts = inside.filter(({ amount }) => amount !== undefined);
    if (isOneSided(amounts)) return zerosIn(amounts);
    // Beside a recipient, a smaller number that is zero is the first of one-time numbers.
    const numbers = inside.filter(isSize);
    const isPair = numbers.length === 2 && numbers[0]?.type === numbers[1]?.type;
    const isOfToken = isBare && inside.some(({ as }) => as === 'token');
    if (isPair && isOfToken && isOneSided(numbers)) return zerosIn(numbers);
    return [];
  });
}

/** Amounts by their places, each right behind its token, of which all but one are zero. */
function findEmptyPairs(leaves: readonly Leaf[]): Leaf[] {
  const pairs = leaves.filter((leaf, i) => {
    const token = leaves[i - 1];
    const isBehind = token?.as === 'token' && token.scope === leaf.scope;
    return isBehind && isSize(leaf);
  });
  if (isOneSided(pairs)) return zerosIn(pairs);
  return [];
}

/** Two amounts right behind two addresses, or each right behind its own, of which one is zero. */
function findEmptySides(leaves: readonly Leaf[]): Leaf[] {
  const scopes = [...new Set(leaves.map(({ scope }) => scope))];
  return scopes.flatMap((scope) => {
    const inside = leaves.filter((leaf) => leaf.scope === scope);
    const isPaid = (leaf: Leaf | undefined): leaf is Leaf => leaf?.amount !== undefined;
    const pairs = inside.filter((leaf, i) => {
      const previous = inside[i - 1];
      return previous !== undefined && isOther(previous) && isPaid(leaf);
    });
    const rows = inside.flatMap((leaf, i) => {
      const [second, sold, bought] = inside.slice(i + 1);
      const isRow = isOther(leaf) && second !== undefined && isOther(second);
      if (isRow && isPaid(sold) && isPaid(bought) && sold.number > 0n) return [sold, bought];
      return [];
    });
    return [pairs, rows].filter(isOneSided).flatMap(zerosIn);
  });
}

const isToken = (leaf: Leaf): boolean => leaf.as === 'token';

/** Forms of an order of two tokens, by which of four values in a row are tokens. */
const tokenPlaces = [
  [0, 1],
  [2, 3],
  [1, 3],
];

/**
 * An amount right beside two listed tokens, the next number of its type zero, and no price: random
 * numbers are larger than any price or amount.
 */
function findEmptyRows(leaves: readonly Leaf[]): Leaf[] {
  return leaves.flatMap((first, i) => {
    const row = leaves.slice(i, i + 4).filter(({ scope }) => scope === first.scope);
    const places = row.flatMap((leaf, place) => (isToken(leaf) ? [place] : []));
    const [sold, bought] = row.filter((leaf) => !isToken(leaf));
    const isForm = tokenPlaces.some((form) => form.join() === places.join());
    if (row.length < 4 || !isForm || !sold || !bought || sold.type !== bought.type) return [];
    const amounts = leaves.filter(
      (leaf) =>
        leaf.type === sold.type &&
        isSize(leaf) &&
        leaf.number >= SMALLEST_AMOUNT &&
        !isRandom(leaf),
    );
    const isOnlyAmount = amounts.length === 1 && amounts[0] === sold;
    if (isOnlyAmount && isSize(bought) && bought.number === 0n) return [bought];
    return [];
  });
}

/** Token ids count from zero; an amount of so few units is worth nothing. */
const LARGEST_ID = 1_000_000n;

/**
 * Numbers of 128 bits that are all zero, beside the number of a piece and its collection, in an offer
 * that ends: without an end, they are a choice in a vote or in a game.
 */
function findFreePieces(leaves: readonly Leaf[]): Leaf[] {
  const scopes = [...new Set(leaves.map(({ scope }) => scope))];
  return scopes.flatMap((scope) => {
    const inside = leaves.filter((leaf) => leaf.scope === scope);
    const isPrice = (leaf: Leaf) => ['u128', 'i128'].includes(leaf.type) && isSize(leaf);
    const isId = (leaf: Leaf) => {
      const isPlain = ['felt', 'felt252'].includes(leaf.type) || leaf.amount !== undefined;
      return isPlain && isSize(leaf) && leaf.number > 0n && leaf.number <= LARGEST_ID;
    };
    const prices = inside.filter(isPrice);
    const parties = inside.filter(({ as }) => as === 'address' || as === 'signer');
    const isSale =
      inside.some(isId) &&
      inside.some(({ time }) => time !== undefined) &&
      parties.length > 1 &&
      !inside.some(({ as }) => as === 'token');
    if (isSale && prices.every(({ number }) => number === 0n)) return prices;
    return [];
  });
}

/** Amounts of tokens that are all zero, where a piece or another amount is offered. */
function findUnpaid(leaves: readonly Leaf[]): Leaf[] {
  const isPiece = ({ as }: Leaf) => as === 'piece';
  const amounts = leaves.filter((leaf) => leaf.amount !== undefined && !isPiece(leaf));
  const isOfTokens = amounts.some(({ token }) => token !== undefined);
  const paid = isOfTokens ? amounts.filter(({ token }) => token !== undefined) : amounts;
  const isOffered = leaves.some(isPiece) || amounts.some(({ number }) => number > 0n);
  if (isOffered && paid.every(({ number }) => number === 0n)) return paid;
  return [];
}

/** Something offered with nothing in return: amounts side by side, or two sides of one type. */
export function findNothing({ message }: TypedData, leaves: readonly Leaf[]): Leaf['path'][] {
  if (!leaves.some((leaf) => isOther(leaf) || leaf.token !== undefined)) return [];
  const emptySides = listStructs(message, ['message']).flatMap(({ struct, path }) =>
    findSides(struct).flatMap((values) => {
      const sides = values.map((value) => {
        const name = struct.fields.find((field) => field.value === value)?.name ?? '';
        const sidePath = [...path, name];
        const inside = leaves.filter((leaf) => containsPath(sidePath, leaf));
        const numbers = inside.filter(isQuantity);
        const hasAsset = inside.some((leaf) => isOther(leaf) || leaf.as === 'piece');
        const isNothing =
          numbers.every(({ number }) => number === 0n) && !inside.some(({ as }) => as === 'piece');
        return { at: sidePath, isNothing, isOffer: hasAsset && !isNothing };
      });
      const isOffered = sides.some(({ isOffer }) => isOffer);
      if (isOffered)
        return sides.filter(({ isNothing }) => isNothing).map(({ at: sidePath }) => sidePath);
      return [];
    }),
  );
  const zeros = [
    findZeros,
    findEmptyPairs,
    findEmptySides,
    findEmptyRows,
    findFreePieces,
    findUnpaid,
  ].flatMap((find) => find(leaves));
  return [...new Set(zeros)].map(({ path }) => path).concat(emptySides);
}
