import { fail } from '../errors';
import { toHexBytes } from '../proofs/bytes';
import { gather } from './ipfsApi';
import type { IpfsCall } from './ipfsCall';
import { type NamedFile, parseFileLink } from './link';
import { fileTypes, readUnixFs } from './unixFs';

/** The node around the content of a single-block file is far smaller. */
const MAX_WRAPPING_BYTES = 64;

/**
 * Fetches a small file and checks it against its link. Writers split files at 256 KiB, so a smaller
 * one is a single block; this needs none of the libraries that assemble larger ones.
 *
 * @param link `ipfs://<CID>`
 * @throws nodeFault if the content does not match or is too large; invalidParams for any other
 * link; nodeUnavailable
 */
export async function readOneBlock(
  call: IpfsCall,
  link: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const file = parseFileLink(link) ?? fail('invalidParams', 'That is no content identifier.');
  const block = await readBlock(call, file, maxBytes + MAX_WRAPPING_BYTES);
  const content = blockContent(file, block);
  if (!content || content.length > maxBytes)
    fail('nodeFault', 'The content is not a small file of that identifier.');
  return content;
}

/**
 * Fetches a block and checks it against its identifier.
 * @throws nodeFault if it does not match; nodeUnavailable
 */
export async function readBlock(
  call: IpfsCall,
  { cid, digest }: NamedFile,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const block = Uint8Array.from(await gather(call('block/get', [['arg', cid]], maxBytes)));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', block));
  if (toHexBytes(hash) === `0x${digest}`) return block;
  return fail('nodeFault', 'The content is not what its identifier names.');
}

/** The content of a file of one block; undefined for any other. */
export function blockContent({ isRaw }: NamedFile, block: Uint8Array): Uint8Array | undefined {
  if (isRaw) return block;
  // A node without links is a single field: its tag, its length as a varint, the file.
  const end = block.findIndex((byte, index) => index > 0 && byte < 128) + 1;
  const length = block.slice(1, end).reduceRight((sum, byte) => sum * 128 + (byte & 127), 0);
  const isAlone = block[0] === 0x0a && length === block.length - end;
  const file = isAlone ? readUnixFs(block.subarray(end)) : undefined;
  if (file && fileTypes.includes(file.type) && file.blockSizes.length === 0) return file.data;
  return undefined;
}
