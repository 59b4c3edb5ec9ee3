import { Readable } from 'node:stream';
import { member } from '@xnet/clients/transport/failure';
import { parseJson } from '@xnet/clients/transport/json';
import { Pool } from 'undici';
import { fail } from '../../errors';
import { type Redact, readNodeUrl, redactNode } from '../redactNode';
import type { IpfsReply, IpfsRequest } from './ipfs';
import { answerMs } from './options';
import { readBytesAtMost } from './readBytesAtMost';

/** Callers get the node's words without its address, and its errors without paths of its machine. */
export type KuboReply = IpfsReply & { redact: Redact; tell: (message: string) => string };

/** A path of a file, or a network address: not what a caller names content by. */
const localPath =
  /(?<![\w/])(?:[a-z]:)?[\\/](?!ip[fnl][sd][\\/])[^\s:;,"'`()\\/]+(?:[\\/][^\s:;,"'`()]*)+/gi;

export type Post = ReturnType<typeof connectKubo>['post'];

/** Limit of bytes read of an error message. */
const refusalAtMost = 4_096;

/** A node reports argument errors as plain text, all others as an object. */
const getMessage = async (
  reply: AsyncIterable<Uint8Array>,
  contentType: unknown,
): Promise<string | undefined> => {
  const text = (await readBytesAtMost(reply, refusalAtMost))?.toString('utf8').trim();
  if (String(contentType).startsWith('text/plain')) return text;
  const message = member(parseJson(text ?? ''), 'Message');
  if (typeof message === 'string') return message;
  return undefined;
};

/** The API of a Kubo node. */
export const connectKubo = (url: string) => {
  const { origin, pathname, headers: login } = readNodeUrl(url);
  const redact = redactNode(url);
  const tell = (message: string): string => redact(message).replace(localPath, '…');
  const base = pathname.replace(/\/$/, '');
  const pool = new Pool(origin, {
    connections: 64,
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
  });

  /** Runs a command on the node and streams its response, with its trailer; `gone` aborts it. */
  const post = async (
    command: string,
    query: URLSearchParams,
    { body, gone }: { body?: IpfsRequest['body']; gone?: AbortSignal } = {},
  ): Promise<KuboReply> => {
    const {
      statusCode,
      headers,
      body: reply,
      trailers,
    } = await pool.request({
      method: 'POST',
      signal: gone,
      path: `${base}/api/v0/${command}?${query}`,
      headers: {
        ...login,
        ...(body?.contentType !== undefined && { 'content-type': body.contentType }),
      },
      body: body?.stream === undefined ? null : Readable.from(body.stream, { objectMode: false }),
    });
    if (statusCode !== 200) {
      const message =
        (await getMessage(reply, headers['content-type'])) || 'The IPFS node refused.';
      const kinds = { 400: 'malformed', 403: 'forbidden', 404: 'notFound' } as const;
      return fail(kinds[statusCode as keyof typeof kinds] ?? 'ipfsFailed', tell(message));
    }
    const bytes = (async function* () {
      yield* reply as AsyncIterable<Uint8Array>;
      // Known only after the body has ended.
      const failure = trailers['x-stream-error'];
      if (failure) fail('ipfsFailed', tell(failure));
    })();
    const contentType = headers['content-type'];
    const length = headers['x-content-length'];
    return {
      ...(typeof length === 'string' && /^\d+$/.test(length) && { length: Number(length) }),
      contentType: typeof contentType === 'string' ? contentType : 'application/octet-stream',
      body: bytes,
      redact,
      tell,
    };
  };

  return { post, close: (): Promise<void> => pool.destroy() };
};

/** Reads a reply to its end. */
export const drain = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const _ of body);
};
