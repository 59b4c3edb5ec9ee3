import * as dagPb from '@ipld/dag-pb';
import { UnixFS } from 'ipfs-unixfs';
import type { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import { fail } from '../../errors';
import type { Blocks } from './blocks';

/** Byte range from `start` (inclusive) to `end` (exclusive). */
type Range = { start: number; end: number };
type Child = { cid: CID; start: number; size: number };

/** Number of blocks to read ahead. */
const ahead = 4;
/** Deeper than any file that a node creates: 174 links per level. */
const deepest = 32;
const linksAtMost = 10_000;
/**
 * Limit of blocks read for one file: this many, plus one for each so many bytes of content. Blocks
 * without content would keep the CPU busy for nothing.
 */
const blocksAtMost = 10_000;
const bytesForBlock = 64;

type Progress = { blocks: number; bytes: number };

const cut = (bytes: Uint8Array, offset: number, { start, end }: Range): Uint8Array =>
  bytes.subarray(Math.max(0, start - offset), Math.max(0, end - offset));

/** A dag-pb node of a file: its own bytes, then its parts with their offsets. */
const readNode = (
  cid: CID,
  block: Uint8Array,
  offset: number,
): { content: Uint8Array; parts: Child[] } => {
  if (cid.code === raw.code) return { content: block, parts: [] };
  if (cid.code !== dagPb.code) return fail('ipfsFailed', 'A part of the file is of another codec.');
  const node = dagPb.decode(block);
  const file = UnixFS.unmarshal(node.Data ?? fail('ipfsFailed', 'This dag node is no file.'));
  if (file.type !== 'file' && file.type !== 'raw') fail('ipfsFailed', 'This dag node is no file.');
  if (node.Links.length > linksAtMost) fail('ipfsFailed', 'A part of the file has too many parts.');
  if (file.blockSizes.length !== node.Links.length) {
    fail('ipfsFailed', 'The sizes in the file do not fit its parts.');
  }
  const content = file.data ?? new Uint8Array();
  let start = offset + content.length;
  const parts = node.Links.map(({ Hash }, index) => {
    const part = { cid: Hash, start, size: Number(file.blockSizes[index]) };
    start += part.size;
    return part;
  });
  return { content: content, parts };
};

/**
 * The bytes of a UnixFS file, read on demand: a reader that is slow, or gone, keeps only a few
 * blocks in memory.
 */
export async function* readFile(
  blocks: Blocks,
  cid: CID,
  range: Range,
  block?: Uint8Array,
  offset = 0,
  depth = 0,
  progress: Progress = { blocks: 0, bytes: 0 },
): AsyncGenerator<Uint8Array> {
  progress.blocks += 1;
  if (progress.blocks > blocksAtMost + progress.bytes / bytesForBlock) {
    fail('ipfsFailed', 'The file has too many parts for what they hold.');
  }
  if (depth > deepest) fail('ipfsFailed', 'The file is nested too deeply.');
  const { content, parts } = readNode(cid, block ?? (await blocks.get(cid)), offset);
  const bytes = cut(content, offset, range);
  progress.bytes += bytes.length;
  if (bytes.length > 0) yield bytes;
  // A part of zero bytes is never read, whatever it links to.
  const wantedParts = parts.filter(
    ({ start, size }) => size > 0 && start < range.end && start + size > range.start,
  );
  const coming: Promise<Uint8Array>[] = [];
  for (let index = 0; index < wantedParts.length; index += 1) {
    for (let next = index + coming.length; next < index + ahead; next += 1) {
      const part = wantedParts[next];
      if (part === undefined) break;
      const read = blocks.get(part.cid);
      // Its error is thrown when it is awaited.
      read.catch(() => undefined);
      coming.push(read);
    }
    const [part, read] = [wantedParts[index], coming.shift()];
    if (part === undefined || read === undefined) break;
    let yieldedBytes = 0;
    const { cid: next, start: from } = part;
    for await (const some of readFile(blocks, next, range, await read, from, depth + 1, progress)) {
      yieldedBytes += some.length;
      yield some;
    }
    const { start, size } = part;
    const due = Math.min(start + size, range.end) - Math.max(start, range.start);
    if (yieldedBytes !== due)
      fail('ipfsFailed', 'A part of the file has not the size that it should.');
  }
}
