import { decode } from '@ipld/dag-pb';
import type { CID } from 'multiformats/cid';
import { fail } from '../errors';
import { codecs, parseCid } from './cid';
import { fileTypes, readUnixFs } from './unixFs';

/** Fetches and verifies one block. */
export type ReadBlock = (cid: CID) => Promise<Uint8Array>;

const DEEPEST_DIRECTORY = 64;
const MAX_LINKS = 10_000;
/** Limit per file: MAX_BLOCKS, plus one for every BYTES_FOR_BLOCK bytes yielded. */
const MAX_BLOCKS = 10_000;
const BYTES_FOR_BLOCK = 64;
/** Number of child blocks fetched at once, the next to yield included. */
const AHEAD = 4;

type Link = { readonly cid: CID; readonly size: number | undefined };
type FilePart = { readonly content: Uint8Array; readonly links: readonly Link[] };

/**
 * Assembles the content of a UnixFS file from verified blocks, in order. Yields block by block, so
 * only the blocks in flight are held in memory.
 *
 * @param maxBytes limit of the whole content
 * @throws nodeFault if the file is inconsistent, invalidParams if the content is no file,
 * limitExceeded above maxBytes
 */
export async function* fetchFile(
  root: CID,
  readBlock: ReadBlock,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let remainingBytes = maxBytes;
  let blocks = 0;
  const readNext: ReadBlock = (cid) => {
    blocks += 1;
    if (blocks > MAX_BLOCKS + (maxBytes - remainingBytes) / BYTES_FOR_BLOCK)
      fail('nodeFault', 'The file has too many parts for what they hold.');
    return readBlock(cid);
  };
  for await (const content of walk({ cid: root, size: undefined }, readNext(root), readNext, 0)) {
    remainingBytes -= content.length;
    if (remainingBytes < 0) fail('limitExceeded', `The file has more than ${maxBytes} bytes.`);
    if (content.length > 0) yield content;
  }
}

async function* walk(
  { cid, size }: Link,
  block: Promise<Uint8Array>,
  readBlock: ReadBlock,
  depth: number,
): AsyncGenerator<Uint8Array> {
  if (depth > DEEPEST_DIRECTORY) fail('nodeFault', 'The file is nested too deep.');
  const { content, links } = partOf(cid, await block);
  const declaredSize = links.reduce((sum, link) => sum + (link.size ?? 0), content.length);
  if (size !== undefined && declaredSize !== size)
    fail('nodeFault', 'A part of the file has another size than is told of it.');
  yield content;
  // An empty part is never fetched, whatever its links.
  const nonEmptyLinks = links.filter((link) => link.size !== 0);
  const coming: Promise<Uint8Array>[] = [];
  for (const [index, link] of nonEmptyLinks.entries()) {
    for (const { cid: next } of nonEmptyLinks.slice(index + coming.length, index + AHEAD)) {
      const fetched = readBlock(next);
      fetched.catch(() => undefined); // It is awaited in its turn, or never after a fault.
      coming.push(fetched);
    }
    yield* walk(link, coming.shift() ?? readBlock(link.cid), readBlock, depth + 1);
  }
}

function partOf(cid: CID, bytes: Uint8Array): FilePart {
  if (cid.code === codecs.raw) return { content: bytes, links: [] };
  const node = tryDecode(bytes);
  const file = node?.Data && readUnixFs(node.Data);
  if (!node || !file) return fail('nodeFault', 'A part of the file cannot be read.');
  if (!fileTypes.includes(file.type)) fail('invalidParams', 'The content is no file.');
  if (node.Links.length !== file.blockSizes.length || node.Links.length > MAX_LINKS)
    fail('nodeFault', 'A part of the file has links that do not match their sizes.');
  const links = node.Links.map(({ Hash }, index) => ({
    cid: parseCid(Hash.toString()),
    size: file.blockSizes[index] ?? 0,
  }));
  return { content: file.data, links };
}

function tryDecode(bytes: Uint8Array) {
  try {
    return decode(bytes);
  } catch {
    return undefined;
  }
}
