import type { ApiKey } from '../../stores/apiKey';

/** A named file, or without content an empty folder, or an unnamed folder around the others. */
export type UploadedFile = { path: string; content?: AsyncIterable<Uint8Array> };

export type IpfsRequest = {
  apiKey: ApiKey;
  /** The query's `arg` values, in order. */
  args: readonly string[];
  /** Aborted when the caller disconnects; reading then stops. */
  gone: AbortSignal;
  /** The whole query. */
  query: URLSearchParams;
  /** The files of the body; throws `malformed` if there are none. */
  files: () => AsyncGenerator<UploadedFile, undefined>;
  /** The raw body, for a node behind this service. */
  body: { contentType: string | undefined; stream: AsyncIterable<Uint8Array> | undefined };
};

/**
 * The response's bytes. An error thrown before the first bytes sets the status; a later one is sent
 * in the `X-Stream-Error` trailer.
 */
export type IpfsReply = {
  contentType: string;
  /** Body length in bytes, if known, so that a truncated response can be recognized. */
  length?: number;
  body: AsyncIterable<Uint8Array>;
};

export type Ipfs = {
  /** Command names under /api/v0/, such as `object/get`. */
  commands: readonly string[];
  run: (command: string, request: IpfsRequest) => Promise<IpfsReply>;
  check: () => Promise<void>;
  close: () => Promise<void>;
};

async function* yieldOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export const bytesReply = (contentType: string, bytes: Uint8Array): IpfsReply => ({
  contentType,
  body: yieldOnce(bytes),
});

export const jsonReply = (value: unknown): IpfsReply =>
  bytesReply('application/json', Buffer.from(`${JSON.stringify(value)}\n`));
