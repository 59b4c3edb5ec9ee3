import { describe, expect, it } from '@jest/globals';
import { rlp, type Tree } from '../../../test/chain/accountProofs';
import { keccak, toHexBytes } from './bytes';
import { decodeRlp } from './rlp';
import { EMPTY_ROOT, walkProof } from './trie';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const value = bytes('ab'.repeat(40));
const hashOf = (node: Tree) => keccak(rlp(node));
const none = new Uint8Array();
/** A branch with these children by their nibble. */
const branch = (children: Record<number, Tree>, own: Tree = none): Tree => [
  ...Array.from({ length: 16 }, (_, nibble) => children[nibble] ?? none),
  own,
];
const walk = (path: string, ...nodes: Tree[]) =>
  walkProof(hashOf(nodes[0] ?? none), bytes(path), nodes.map(rlp));

describe('a proof', () => {
  const leaf = [bytes('34'), value];
  const fork = branch({ 1: hashOf(leaf), 2: [bytes('37'), bytes('05')] });

  it('leads over extensions, branches and nodes that lie in their parent', () => {
    const even = [bytes('00a0'), hashOf(fork)];
    expect(walk('a014', even, fork, leaf)).toEqual(value);
    expect(walk('a027', even, fork)).toEqual(bytes('05'));
    expect(walk('a015', even, fork, leaf)).toBeNull();
    expect(walk('a033', even, fork)).toBeNull();
    expect(walk('b014', even)).toBeNull();
    // The path ends in a branch, whose own value it is.
    const full = branch({ 3: hashOf(leaf) }, value);
    expect(walk('a0', [bytes('00a0'), hashOf(full)], full)).toEqual(value);
    const empty = branch({ 3: hashOf(leaf) });
    expect(walk('a0', [bytes('00a0'), hashOf(empty)], empty)).toBeNull();
  });

  it('proves nothing with a node too many, wherever it ends', () => {
    const even = [bytes('00a0'), hashOf(fork)];
    for (const [path, ...nodes] of [
      ['a014', even, fork, leaf],
      ['a027', even, fork],
      ['a015', even, fork, leaf],
      ['a033', even, fork],
      ['b014', even],
    ] as const)
      expect(walk(path, ...nodes, leaf)).toBeUndefined();
  });

  // @promise T8.3
  it('proves nothing of absence by no node, or by an empty one, but in an empty trie', () => {
    const [root, emptyRoot] = [hashOf(leaf), bytes(EMPTY_ROOT.slice(2))];
    const empty = Uint8Array.of(0x80);
    for (const proof of [[], [empty]]) {
      expect(walkProof(root, bytes('14'), proof)).toBeUndefined();
      expect(walkProof(emptyRoot, bytes('14'), proof)).toBeNull();
    }
    expect(walkProof(emptyRoot, bytes('14'), [empty, rlp(leaf)])).toBeUndefined();
    expect(toHexBytes(keccak(Uint8Array.of(0x80)))).toBe(EMPTY_ROOT);
  });

  it.each<[string, Tree]>([
    ['of three parts', [bytes('34'), value, value]],
    ['that is a text', value],
    ['whose path has another mark', [bytes('4014'), value]],
    ['whose path of even length has a digit before it', [bytes('2114'), value]],
    ['without a path', [none, value]],
    ['whose path is a list', [[bytes('34')], value]],
    ['whose value is a list', [bytes('2014'), [value, value]]],
    ['whose value is an empty list', [bytes('2014'), []]],
    ['that takes nothing of the path', [bytes('00'), hashOf([bytes('2014'), value])]],
    ['whose child has no whole hash', branch({ 1: bytes('ab'.repeat(31)) })],
    ['whose child lies in it and is no node', branch({ 1: [value] })],
    ['whose child lies in it and is an empty list', branch({ 1: [] })],
    ['whose child lies in it and has three parts', branch({ 1: [bytes('34'), none, value] })],
  ])('proves nothing by a node %s', (_, node) => {
    expect(walk('14', node)).toBeUndefined();
    expect(walk('14', node, [bytes('2014'), value])).toBeUndefined();
  });

  it('does not end in a leaf of a shorter path', () => {
    expect(walk('1402', [bytes('2014'), value])).toBeNull();
    expect(walk('14', [bytes('201402'), value])).toBeNull();
  });
});

describe('RLP', () => {
  it.each([
    ['a byte that stands for itself', '8105'],
    ['the highest byte that stands for itself', '817f'],
    ['a mark of a length alone within a list', 'c1bf'],
    ['a text of 55 bytes with its length in a byte of its own', `b837${'ab'.repeat(55)}`],
    ['a list of 55 bytes with its length in a byte of its own', `f837${'05'.repeat(55)}`],
    ['a length with a zero before it', `b90040${'ab'.repeat(64)}`],
    ['a list whose length has a zero before it', `f90040${'05'.repeat(64)}`],
    ['a text that is cut off', '83abab'],
    ['a list that is cut off', 'c3abab'],
    ['a part that reaches beyond its list', 'c5c183050505'],
    ['bytes behind the end', 'c10505'],
    ['a length of which bytes are missing', 'b9ff'],
    ['a length beyond all bounds', `bf${'ff'.repeat(8)}`],
    ['lists within lists', 'c8c7c6c5c4c3c2c1c0'],
    ['nothing', ''],
  ])('refuses %s', (_, hex) => {
    expect(decodeRlp(bytes(hex))).toBeUndefined();
  });

  it('reads what an encoder writes', () => {
    for (const tree of [
      none,
      bytes('05'),
      bytes('7f'),
      bytes('80'),
      value,
      [],
      [value, [none]],
      [[bytes('05')]],
      [[[[[[[[]]]]]]]],
      bytes('ab'.repeat(55)),
      bytes('ab'.repeat(56)),
    ])
      expect(decodeRlp(rlp(tree))).toEqual(tree);
    const long = bytes('ab'.repeat(70_000));
    expect(decodeRlp(rlp([long]))).toEqual([long]);
  });
});
