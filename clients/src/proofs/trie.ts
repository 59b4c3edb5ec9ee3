import { keccak, sameBytes, toHexBytes } from './bytes';
import { decodeRlp, type Rlp } from './rlp';

/** Root of an empty trie: the hash of an empty string in RLP. */
export const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';

const NIBBLES = 16;

/**
 * Walks a proof of a Merkle Patricia trie (Yellow Paper, appendix D) from its root to a key.
 *
 * @param path the trie's key: the hash of an address or of a storage key
 * @returns the value; null if the proof shows that the trie has none; undefined if the proof is
 * invalid: a node does not match the hash in its parent, or nodes are missing or left over
 */
export function walkProof(
  root: Uint8Array,
  path: Uint8Array,
  proof: readonly Uint8Array[],
): Uint8Array | null | undefined {
  if (isEmptyProof(proof)) return toHexBytes(root) === EMPTY_ROOT ? null : undefined;
  const nibbles = nibblesOf(path);
  let link: Rlp = root;
  let used = 0;
  const isDone = () => used === proof.length;

  // Each node consumes at least one nibble of the path, except for the value at its end.
  for (let depth = 0; depth <= nibbles.length; ) {
    const node = followLink(link, () => proof[used++]);
    if (!node) return undefined;
    if (node.length === NIBBLES + 1) {
      const next: Rlp | undefined =
        node[depth === nibbles.length ? NIBBLES : (nibbles[depth] ?? 0)];
      if (depth === nibbles.length || isNothing(next)) return isDone() ? entryOf(next) : undefined;
      link = next ?? [];
      depth += 1;
      continue;
    }
    const step = readStep(node);
    if (!step) return undefined;
    const isOnPath = step.nibbles.every((nibble, index) => nibble === nibbles[depth + index]);
    const end = depth + step.nibbles.length;
    if (!isOnPath || (step.isLeaf && end !== nibbles.length)) return isDone() ? null : undefined;
    if (step.isLeaf) return isDone() ? entryOf(step.next) : undefined;
    if (step.nibbles.length === 0) return undefined;
    link = step.next;
    depth = end;
  }
  return undefined;
}

/** For an empty trie, some servers send no trie node, others the empty string in RLP. */
const isEmptyProof = ([first, ...nextNodes]: readonly Uint8Array[]): boolean =>
  nextNodes.length === 0 && (!first || toHexBytes(first) === '0x80');

/** The node of a link, which is the hash of the next proof node, or an embedded short node. */
function followLink(link: Rlp, next: () => Uint8Array | undefined): readonly Rlp[] | undefined {
  if (!(link instanceof Uint8Array)) return isNode(link) ? link : undefined;
  const bytes = next();
  if (!bytes || !sameBytes(keccak(bytes), link)) return undefined;
  const node = decodeRlp(bytes);
  if (node && !(node instanceof Uint8Array) && isNode(node)) return node;
  return undefined;
}

const isNode = (node: readonly Rlp[]): boolean => node.length === 2 || node.length === NIBBLES + 1;

const isNothing = (item: Rlp | undefined): boolean =>
  item === undefined || (item instanceof Uint8Array && item.length === 0);

/** Absence is null; a value is bytes, never a list. */
const entryOf = (item: Rlp | undefined): Uint8Array | null | undefined => {
  if (item === undefined || isNothing(item)) return null;
  if (item instanceof Uint8Array) return item;
  return undefined;
};

/** A leaf or an extension: its path in hex-prefix encoding (appendix C), and its value or link. */
function readStep([encoded, next]: readonly Rlp[]) {
  if (!(encoded instanceof Uint8Array) || next === undefined) return undefined;
  const [flag, ...pathNibbles] = nibblesOf(encoded);
  if (flag === undefined || flag > 3) return undefined;
  const isOdd = flag % 2 === 1;
  if (!isOdd && pathNibbles[0] !== 0) return undefined;
  return { isLeaf: flag >= 2, nibbles: isOdd ? pathNibbles : pathNibbles.slice(1), next };
}

const nibblesOf = (bytes: Uint8Array): number[] =>
  Array.from(bytes).flatMap((byte) => [byte >> 4, byte & 15]);
