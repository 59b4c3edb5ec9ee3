import { isMaximum } from '../../starknet/typedData/values';
import { SMALLEST_AMOUNT } from './ends';
import { isHash, isSize, type Leaf, listPairs } from './leaves';

/** Types of which each value may be a key, whatever else it may be. */
const plainTypes = ['felt', 'felt252', 'shortstring'];

/** A hash that is signed as a number: a key, an owner, a root or a class by its size. */
const isKey = (leaf: Leaf): boolean =>
  leaf.type !== 'string' &&
  (isHash(leaf) || (leaf.as === 'address' && plainTypes.includes(leaf.type)));

/** A one-time number, and one more; orders of assets that are named by hashes have more. */
const MOST_NUMBERS = 2;

/**
 * Keys, owners, roots and classes that a message gives to an account, or for a time: it moves
 * and calls nothing, and has at most a one-time number and a version, role or threshold beside them.
 */
export function findKeys(leaves: readonly Leaf[], now: number): Leaf[] {
  const pairs = listPairs(leaves);
  const halves = pairs.flat();
  const keys = [...leaves.filter(isKey), ...pairs.map(([first]) => first)];
  const numbers = leaves.filter((leaf) => isSize(leaf) && !isKey(leaf) && !halves.includes(leaf));
  const isMove =
    leaves.some(
      (leaf) => ['token', 'piece', 'function'].includes(leaf.as) || leaf.token !== undefined,
    ) ||
    leaves.some((leaf) => leaf.as === 'number' && isMaximum(leaf.number)) ||
    numbers.some(({ number, amount }) => amount !== undefined || number >= SMALLEST_AMOUNT);
  if (isMove || numbers.length > MOST_NUMBERS) return [];
  const hasLeaf = (kind: Leaf['as']) => leaves.some((leaf) => leaf.as === kind);
  // A message that gives the signer a key has a one-time number beside it, or anybody could send it
  // again. Without one, the hash itself is that number, or an order that ends; and sites that let
  // people sign in have words beside.
  const isOfSigner = hasLeaf('signer') && numbers.length > 0 && !hasLeaf('text');
  const isOfOther = leaves.some((leaf) => leaf.as === 'address' && leaf.type === 'ContractAddress');
  // Beside another contract, a second number is the choice of a vote.
  const isVote = isOfOther && numbers.length === MOST_NUMBERS;
  const isForTime = leaves.some(({ time, longTime = 0n }) => (time ?? longTime) > BigInt(now));
  // Several addresses with a number are an order of the first kinds of messages.
  const isGrant = isForTime && (keys.length === 1 || numbers.length === 0);
  if (((isOfSigner || isOfOther) && !isVote) || isGrant) return keys;
  return [];
}
