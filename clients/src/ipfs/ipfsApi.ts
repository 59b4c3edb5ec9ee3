import type { CID } from 'multiformats/cid';
import { fail } from '../errors';
import { inlineContent, matchesContent, parseCid } from './cid';
import { fetchFile } from './file';
import { createIpfsCall, IPFS_REPLY_BYTES, type IpfsCall, type IpfsOptions } from './ipfsCall';

/** Marks content that was not verified. */
declare const unverified: unique symbol;
export type Unverified<T> = T & { readonly [unverified]: true };

export type IpfsApi = {
  /**
   * Yields the content of a file. Every part is checked against the identifier before it is
   * yielded.
   * @param maxBytes limit of the content; default 64 MiB
   * @throws (while it is read) nodeFault if the content does not match the identifier,
   * limitExceeded, nodeUnavailable, invalidParams
   */
  cat(cid: string, options?: { readonly maxBytes?: number }): AsyncGenerator<Uint8Array>;
  /**
   * The same in one request, without verification of anything but its length.
   * @throws (while it is read) nodeUnavailable also if the node told no length, so that an error at
   * the end could not be seen
   */
  catUnverified(
    cid: string,
    options?: { readonly maxBytes?: number },
  ): AsyncGenerator<Unverified<Uint8Array>>;
  /** One block, checked. @throws as `cat` */
  block(cid: string): Promise<Uint8Array>;
  readonly call: IpfsCall;
};

/** Kubo's limit for a block that it exchanges. */
const MAX_BLOCK_BYTES = 2 * 2 ** 20;

/**
 * A client of the IPFS HTTP API.
 * @example const ipfs = createIpfsApi({ streams: createStreams({ fetch }), endpoints: [{ url }] });
 */
export function createIpfsApi(options: IpfsOptions): IpfsApi {
  const call = createIpfsCall(options);

  async function readBlock(cid: CID): Promise<Uint8Array> {
    const bytes =
      inlineContent(cid) ??
      (await gather(call('block/get', [['arg', cid.toString()]], MAX_BLOCK_BYTES)));
    if (!(await matchesContent(cid, bytes)))
      fail('nodeFault', 'The content is not what its identifier names.');
    return bytes;
  }

  return {
    call,
    block: async (text) => readBlock(parseCid(text)),
    async *cat(text, { maxBytes = IPFS_REPLY_BYTES } = {}) {
      yield* fetchFile(parseCid(text), readBlock, maxBytes);
    },
    async *catUnverified(text, { maxBytes = IPFS_REPLY_BYTES } = {}) {
      const cid = parseCid(text).toString();
      for await (const part of call('cat', [['arg', cid]], maxBytes, true))
        yield part as Unverified<Uint8Array>;
    },
  };
}

/**
 * Concatenates all parts of a stream.
 * @example const bytes = await gather(ipfs.cat(cid));
 */
export async function gather(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
