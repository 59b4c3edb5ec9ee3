import type { StoredAccount } from '../../schema/account';
import { toAddress } from '../../starknet/felt';
import { listStructs, type TypedStruct, type TypedValue } from '../../starknet/typedData/basic';
import type { TypedData } from '../../starknet/typedData/parse';
import { parseSessions, type Session } from '../../starknet/typedData/session';
import { isMaximum } from '../../starknet/typedData/values';
import type { TokensByAddress } from '../transactions/simulate';
import { listedTokens } from '../transactions/tokenTable';
import { isUnlimited } from '../transactions/words/amounts';
import { containsPath, getNetwork } from './fields';
import { findKnownKind, type KnownKind } from './knownTypes';
import { type Leaf, readLeaves } from './leaves';

/** What no honest message needs, and where it stands. */
export type Extreme = {
  readonly rule:
    | 'unlimited'
    | 'sellsForNothing'
    | 'expiresLate'
    | 'calls'
    | 'setsRoot'
    | 'setsClass';
  readonly paths: readonly Leaf['path'][];
};

/** What whoever holds a signature may do with it, by the message's types, values and places. */
export type Grant = {
  readonly kind: KnownKind | undefined;
  readonly extremes: readonly Extreme[];
  readonly sessions: readonly Session[];
  /** Every address that it names, except the signer's. */
  readonly addresses: readonly string[];
  /** `order`: it may move what the account has; `unknown`: nobody here can tell; null: neither. */
  readonly moves: 'order' | 'unknown' | null;
  /** All that an order can take, if nothing in it can be read in another way. */
  readonly most?: { readonly amount: string; readonly token: string };
};

const isOther = ({ as }: Leaf): boolean => as === 'address' || as === 'token';
/** A number that may be an amount, whatever else it may be. */
const isQuantity = ({ as, type }: Leaf): boolean => as === 'number' && type !== 'timestamp';

const listNumbers = (leaves: readonly Leaf[]): bigint[] => [
  ...new Set(leaves.map(({ number }) => number)),
];

/** One of which nothing is known. */
const ANY_TOKEN = '0x0';

const HALF = 2n ** 128n;
/** Two small numbers may be a count and what is counted: together they are no maximum by themselves. */
const isWithoutLimit = ({ number, amount }: Leaf): boolean =>
  amount === 'halves' ? isMaximum(number % HALF) || isMaximum(number / HALF) : isMaximum(number);

/** Maxima beside an address, and amounts beyond what there is of a token that the message names. */
function findUnlimited(leaves: readonly Leaf[], listed: TokensByAddress): Leaf[] {
  if (!leaves.some(isOther)) return [];
  const tokens = listNumbers(leaves.filter(({ as }) => as === 'token')).map(toAddress);
  const quantities = leaves.filter((leaf) => isQuantity(leaf) && leaf.number > 0n);
  const sizes = quantities.filter(({ time }) => time === undefined);
  const isBeyond = (number: bigint, of: readonly string[]) =>
    of.some((token) => isUnlimited({ token, amount: String(number) }, listed));
  return quantities.filter((leaf) => {
    const { number, token, amount } = leaf;
    if (isWithoutLimit(leaf)) return true;
    if (token !== undefined) return isBeyond(number, [token]);
    if (amount === 'whole') return isBeyond(number, [ANY_TOKEN, ...tokens]);
    // A random number may be as large, unless nothing else can be the amount.
    return (amount === 'halves' || sizes.length === 1) && isBeyond(number, tokens);
  });
}

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

function findZeros(leaves: readonly Leaf[]): Leaf[] {
  const scopes = [...new Set(leaves.map(({ scope }) => scope))];
  const isBare = !leaves.some(({ as }) => as === 'address');
  return scopes.flatMap((scope) => {
    const inside = leaves.filter((leaf) => leaf.scope === scope);
    const amounts = inside.filter(({ amount }) => amount !== undefined);
    if (isOneSided(amounts)) return amounts.filter(({ number }) => number === 0n);
    // Beside a recipient, a smaller number that is zero is the first of one-time numbers.
    const numbers = inside.filter((leaf) => isQuantity(leaf) && leaf.time === undefined);
    const isPair = numbers.length === 2 && numbers[0]?.type === numbers[1]?.type;
    const isOfToken = isBare && inside.some(({ as }) => as === 'token');
    return isPair && isOfToken && isOneSided(numbers)
      ? numbers.filter(({ number }) => number === 0n)
      : [];
  });
}

/** Amounts by their places, each right behind its token, of which all but one are zero. */
function findEmptyPairs(leaves: readonly Leaf[]): Leaf[] {
  const pairs = leaves.filter((leaf, i) => {
    const token = leaves[i - 1];
    const isBehind = token?.as === 'token' && token.scope === leaf.scope;
    return isBehind && isQuantity(leaf) && leaf.time === undefined;
  });
  return isOneSided(pairs) ? pairs.filter(({ number }) => number === 0n) : [];
}

/** Amounts of tokens that are all zero, where a piece or another amount is offered. */
function findUnpaid(leaves: readonly Leaf[]): Leaf[] {
  const isPiece = ({ as }: Leaf) => as === 'piece';
  const amounts = leaves.filter((leaf) => leaf.amount !== undefined && !isPiece(leaf));
  const isOfTokens = amounts.some(({ token }) => token !== undefined);
  const paid = isOfTokens ? amounts.filter(({ token }) => token !== undefined) : amounts;
  const isOffered = leaves.some(isPiece) || amounts.some(({ number }) => number > 0n);
  return isOffered && paid.every(({ number }) => number === 0n) ? paid : [];
}

/** Something offered with nothing in return: amounts side by side, or two sides of one type. */
function findNothing({ message }: TypedData, leaves: readonly Leaf[]): Leaf['path'][] {
  if (!leaves.some((leaf) => isOther(leaf) || leaf.token !== undefined)) return [];
  const emptySides = listStructs(message, ['message']).flatMap(({ struct, path }) =>
    findSides(struct).flatMap((values) => {
      const sides = values.map((value) => {
        const name = struct.fields.find((field) => field.value === value)?.name ?? '';
        const at = [...path, name];
        const inside = leaves.filter((leaf) => containsPath(at, leaf));
        const numbers = inside.filter(isQuantity);
        const hasAsset = inside.some((leaf) => isOther(leaf) || leaf.as === 'piece');
        const isNothing =
          numbers.every(({ number }) => number === 0n) && !inside.some(({ as }) => as === 'piece');
        return { at, isNothing, isOffer: hasAsset && !isNothing };
      });
      const isOffered = sides.some(({ isOffer }) => isOffer);
      return isOffered ? sides.filter(({ isNothing }) => isNothing).map(({ at }) => at) : [];
    }),
  );
  const zeros = [...findZeros(leaves), ...findEmptyPairs(leaves), ...findUnpaid(leaves)];
  return [...new Set(zeros)].map(({ path }) => path).concat(emptySides);
}

const YEAR = 365n * 24n * 60n * 60n;
/** Amounts are round; times in seconds rarely are. */
const ROUND = 10_000n;

/** Times that are late by their type, and numbers that can only be such a time. */
function findLate(leaves: readonly Leaf[], now: number): Leaf[] {
  const [today, limit] = [BigInt(now), BigInt(now) + YEAR];
  const hasEnd = leaves.some(({ time = 0n }) => time > today && time <= limit);
  const isGrant = leaves.some(({ as }) => !['signer', 'number', 'other'].includes(as));
  return leaves.filter((leaf) => {
    const { time = 0n, number, type, as, scope } = leaf;
    if (time <= limit) return false;
    if (type === 'timestamp' || as === 'other') return true;
    const isOfToken = leaves.some((one) => one.scope === scope && one.as === 'token');
    if (isOfToken && number % ROUND === 0n) return false;
    return type === 'u64' || (isGrant && !hasEnd);
  });
}

/** Functions, roots and classes that a contract could carry out or set. */
function findOrders(leaves: readonly Leaf[]): Extreme[] {
  const at = (as: Leaf['as']) => leaves.filter((leaf) => leaf.as === as).map(({ path }) => path);
  const hasAddress = leaves.some((leaf) => isOther(leaf) || leaf.as === 'signer');
  return [
    { rule: 'calls', paths: hasAddress ? at('function') : [] },
    { rule: 'setsRoot', paths: at('root') },
    { rule: 'setsClass', paths: at('class') },
  ];
}

function movesOf(leaves: readonly Leaf[]): Grant['moves'] {
  const others = listNumbers(leaves.filter(isOther));
  const amounts = leaves.filter((leaf) => isQuantity(leaf) && leaf.number > 0n);
  const hasSize = amounts.some(({ time }) => time === undefined);
  const hasAmount = hasSize || amounts.some(({ type }) => type !== 'u64');
  const hasAsset = leaves.some(({ as, token }) => as === 'piece' || token !== undefined);
  const isOfToken = leaves.some(({ as }) => as === 'token');
  if (hasAsset || (isOfToken && hasAmount) || (hasSize && others.length > 1)) return 'order';
  const isOpaque = leaves.some(
    (leaf) =>
      ['felts', 'root', 'function', 'class'].includes(leaf.as) ||
      (leaf.as === 'number' && isWithoutLimit(leaf)),
  );
  return others.length > 0 || isOpaque ? 'unknown' : null;
}

/** The amount of a single token beside which no number could be a greater amount, or a piece. */
function findMost(leaves: readonly Leaf[], kind: KnownKind | undefined): Grant['most'] {
  const tokens = listNumbers(leaves.filter(({ as }) => as === 'token'));
  const [token] = tokens;
  const amounts = leaves.filter((leaf) => isQuantity(leaf) && leaf.time === undefined);
  const [amount] = kind === 'permit' ? leaves.filter((leaf) => leaf.amount === 'whole') : amounts;
  if (token === undefined || amount === undefined || tokens.length > 1) return undefined;
  const isClear =
    amounts.length === 1 &&
    leaves.every((leaf) => leaf.as !== 'piece' && leaf.as !== 'felts') &&
    leaves.every((leaf) => !isQuantity(leaf) || leaf.number <= amount.number);
  if (kind !== 'permit' && !isClear) return undefined;
  return { amount: String(amount.number), token: toAddress(token) };
}

/** `now` in unix seconds. */
type SignedMessage = {
  readonly typedData: TypedData;
  readonly account: Pick<StoredAccount, 'address'>;
  readonly now: number;
};

/** Reads what a message grants. Only a type that is known as a whole may lower what is told. */
export function readGrant({ typedData, account, now }: SignedMessage): Grant {
  const kind = findKnownKind(typedData);
  if (kind === 'vote') return { kind, extremes: [], sessions: [], addresses: [], moves: null };
  const listed = listedTokens(getNetwork(typedData).chainId);
  const sessions = parseSessions(typedData);
  // The functions of a session are told one by one.
  const all = readLeaves(typedData, account, listed);
  const leaves = all.filter(
    (leaf) => !sessions.some(({ path, methods }) => methods && containsPath(path, leaf)),
  );
  const paths = (found: readonly Leaf[]) => found.map(({ path }) => path);
  const extremes: Extreme[] = [
    { rule: 'unlimited', paths: paths(findUnlimited(leaves, listed)) },
    { rule: 'sellsForNothing', paths: findNothing(typedData, leaves) },
    ...findOrders(leaves),
    { rule: 'expiresLate', paths: paths(findLate(leaves, now)) },
  ];
  const found = extremes.filter((one) => one.paths.length > 0);
  const isLimited = !found.some(({ rule }) => rule === 'unlimited');
  const most = isLimited ? findMost(leaves, kind) : undefined;
  const addresses = listNumbers(all.filter(isOther)).map(toAddress);
  const moves = movesOf(leaves);
  return { kind, extremes: found, sessions, addresses, moves, ...(most && { most }) };
}
