import type { StoredAccount } from '../../schema/account';
import { toAddress } from '../../starknet/felt';
import type { TypedData } from '../../starknet/typedData/parse';
import { parseSessions, type Session } from '../../starknet/typedData/session';
import { isMaximum } from '../../starknet/typedData/values';
import type { TokensByAddress } from '../transactions/simulate';
import { listedTokens } from '../transactions/tokenTable';
import { isUnlimited } from '../transactions/words/amounts';
import { findKeys } from './control';
import { findLate } from './ends';
import { containsPath, getNetwork } from './fields';
import { findKnownKind, type KnownKind } from './knownTypes';
import { isHash, isOther, isQuantity, isSize, type Leaf, listPairs, readLeaves } from './leaves';
import { findNothing } from './nothing';

/** Something that no honest message needs, and where it stands. */
export type Extreme = {
  readonly rule:
    | 'unlimited'
    | 'sellsForNothing'
    | 'expiresLate'
    | 'calls'
    | 'setsRoot'
    | 'setsClass'
    | 'setsKey';
  readonly paths: readonly Leaf['path'][];
};

/** Powers of whoever holds a signature with it, by the message's types, values and places. */
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
  /** The latest time to come that it names, in unix seconds; absent if it names none. */
  readonly ends?: number;
};

const listNumbers = (leaves: readonly Leaf[]): bigint[] => [
  ...new Set(leaves.map(({ number }) => number)),
];

/** One of which nothing is known. */
const ANY_TOKEN = '0x0';

const HALF = 2n ** 128n;
/** Two small numbers may be a count and what is counted: together they are no maximum by themselves. */
const isWithoutLimit = ({ number, amount }: Leaf): boolean => {
  if (amount === 'halves') return isMaximum(number % HALF) || isMaximum(number / HALF);
  return isMaximum(number);
};

/** Maxima beside an address, and amounts beyond what there is of a token that the message names. */
function findUnlimited(leaves: readonly Leaf[], listed: TokensByAddress): Leaf[] {
  if (!leaves.some(isOther)) return [];
  const tokens = listNumbers(leaves.filter(({ as }) => as === 'token')).map(toAddress);
  const quantities = leaves.filter((leaf) => isQuantity(leaf) && leaf.number > 0n);
  const sizes = quantities.filter(isSize);
  const isBeyond = (number: bigint, numbers: readonly string[]) =>
    numbers.some((token) => isUnlimited({ token, amount: String(number) }, listed));
  return quantities.filter((leaf) => {
    const { number, token, amount } = leaf;
    if (isWithoutLimit(leaf)) return true;
    if (token !== undefined) return isBeyond(number, [token]);
    if (amount === 'whole') return isBeyond(number, [ANY_TOKEN, ...tokens]);
    // A random number may be as large, unless nothing else can be the amount.
    return (amount === 'halves' || sizes.length === 1) && isBeyond(number, tokens);
  });
}

/** Functions, roots and classes that a contract could carry out or set. */
function findOrders(leaves: readonly Leaf[]): Extreme[] {
  const pathsOf = (as: Leaf['as']) =>
    leaves.filter((leaf) => leaf.as === as).map(({ path }) => path);
  const hasAddress = leaves.some((leaf) => isOther(leaf) || leaf.as === 'signer');
  return [
    { rule: 'calls', paths: hasAddress ? pathsOf('function') : [] },
    { rule: 'setsRoot', paths: pathsOf('root') },
    { rule: 'setsClass', paths: pathsOf('class') },
  ];
}

function movesOf(leaves: readonly Leaf[]): Grant['moves'] {
  const counterparties = listNumbers(leaves.filter(isOther));
  const amounts = leaves.filter((leaf) => isQuantity(leaf) && leaf.number > 0n);
  const hasSize = amounts.some(isSize);
  const hasAmount = hasSize || amounts.some(({ type }) => type !== 'u64');
  const hasAsset = leaves.some(({ as, token }) => as === 'piece' || token !== undefined);
  const isOfToken = leaves.some(({ as }) => as === 'token');
  if (hasAsset || (isOfToken && hasAmount) || (hasSize && counterparties.length > 1))
    return 'order';
  const isOpaque = leaves.some(
    (leaf) =>
      ['felts', 'root', 'function', 'class'].includes(leaf.as) ||
      (leaf.as === 'number' && (isWithoutLimit(leaf) || isHash(leaf))),
  );
  const isUnknown =
    counterparties.length > 0 ||
    isOpaque ||
    listPairs(leaves).length > 0 ||
    leaves.some(({ innerAddresses }) => innerAddresses);
  if (isUnknown) return 'unknown';
  return null;
}

/** The amount of a single token beside which no number could be a greater amount, or a piece. */
function findMost(leaves: readonly Leaf[], kind: KnownKind | undefined): Grant['most'] {
  const tokens = listNumbers(leaves.filter(({ as }) => as === 'token'));
  const [token] = tokens;
  const amounts = leaves.filter(isSize);
  const [amount] = kind === 'permit' ? leaves.filter((leaf) => leaf.amount === 'whole') : amounts;
  if (token === undefined || amount === undefined || tokens.length > 1) return undefined;
  const isClear =
    amounts.length === 1 &&
    leaves.every((leaf) => leaf.as !== 'piece' && leaf.as !== 'felts') &&
    leaves.every((leaf) => !isQuantity(leaf) || leaf.number <= amount.number);
  if (kind !== 'permit' && !isClear) return undefined;
  return { amount: String(amount.number), token: toAddress(token) };
}

function findEnd(leaves: readonly Leaf[], now: number): number | undefined {
  const times = leaves.flatMap(({ time }) => time ?? []).map(Number);
  const latest = Math.max(...times);
  if (latest > now) return latest;
  return undefined;
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
  const paths = (foundLeaves: readonly Leaf[]) => foundLeaves.map(({ path }) => path);
  const extremes: Extreme[] = [
    { rule: 'unlimited', paths: paths(findUnlimited(leaves, listed)) },
    { rule: 'sellsForNothing', paths: findNothing(typedData, leaves) },
    ...findOrders(leaves),
    { rule: 'setsKey', paths: sessions.length > 0 ? [] : paths(findKeys(leaves, now)) },
    { rule: 'expiresLate', paths: paths(findLate(leaves, listed, now)) },
  ];
  const findings = extremes.filter((one) => one.paths.length > 0);
  const isLimited = !findings.some(({ rule }) => rule === 'unlimited');
  const maximum = isLimited ? findMost(leaves, kind) : undefined;
  const addresses = [
    ...listNumbers(all.filter(isOther)),
    ...all.flatMap((leaf) => leaf.innerAddresses ?? []),
  ];
  const moves = movesOf(leaves);
  const end = findEnd(all, now);
  return {
    kind,
    extremes: findings,
    sessions,
    addresses: [...new Set(addresses.map(toAddress))],
    moves,
    ...(maximum && { most: maximum }),
    ...(end !== undefined && { ends: end }),
  };
}
