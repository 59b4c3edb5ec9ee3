import type { Endpoint } from '../transport/endpoint';
import type { Streams } from '../transport/stream';

/**
 * Any call of the IPFS HTTP API; yields bytes. `query` may repeat a name, such as `arg`. A node tells
 * of an error in the middle of a response in a trailer, which no runtime's fetch shows: a response
 * that is cut short is seen by the length that it told, and by that alone.
 */
export type IpfsCall = (
  path: string,
  query: readonly (readonly [string, string])[],
  maxBytes?: number,
  /** Whether the response must tell its length. */
  needsLength?: boolean,
) => AsyncGenerator<Uint8Array>;

/** `endpoints`: base URLs without `/api/v0`, with the key in their headers. */
export type IpfsOptions = { readonly streams: Streams; readonly endpoints: readonly Endpoint[] };

export const IPFS_REPLY_BYTES = 64 * 2 ** 20;

/** Only the calls, without verification of content. */
export const createIpfsCall = ({ streams, endpoints }: IpfsOptions): IpfsCall =>
  async function* call(path, query, maxBytes = IPFS_REPLY_BYTES, needsLength = false) {
    const text = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
    yield* await streams.open(endpoints, `/api/v0/${path}?${text}`, { maxBytes, needsLength });
  };
