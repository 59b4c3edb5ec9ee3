import type { ApiKey } from '../keys/apiKey';

/** A part of a multipart body: a file with its name, or without content an empty folder, or all of them without a name. */
export type UploadedFile = { path: string; content?: AsyncIterable<Uint8Array> };

export type IpfsRequest = {
  apiKey: ApiKey;
  /** The `arg`s of the query, in their order. */
  args: readonly string[];
  /** Aborted when the caller has gone: nothing is read for it any more. */
  gone: AbortSignal;
  /** All of the query. */
  query: URLSearchParams;
  /** The files of the body; throws `malformed` where there are none. */
  files: () => AsyncGenerator<UploadedFile, undefined>;
  /** The body as it came, for a node behind this service. */
  body: { contentType: string | undefined; stream: AsyncIterable<Uint8Array> | undefined };
};

/**
 * The reply's bytes. What the iteration throws after it has begun goes out as the trailer
 * `X-Stream-Error`; what it throws before its first bytes, with a status of its own.
 */
export type IpfsReply = {
  contentType: string;
  /** Bytes of the body where that is known: what broke off can be told by it. */
  length?: number;
  body: AsyncIterable<Uint8Array>;
};

export type Ipfs = {
  /** Names under /api/v0/, such as `object/get`. */
  commands: readonly string[];
  run: (command: string, request: IpfsRequest) => Promise<IpfsReply>;
  check: () => Promise<void>;
  close: () => Promise<void>;
};

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export const bytesReply = (contentType: string, bytes: Uint8Array): IpfsReply => ({
  contentType,
  body: once(bytes),
});

export const jsonReply = (value: unknown): IpfsReply =>
  bytesReply('application/json', Buffer.from(`${JSON.stringify(value)}\n`));
