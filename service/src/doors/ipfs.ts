import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail, getMessage } from '../errors';
import { createKeyCount } from '../meter/keyCount';
import { type Bucket, refill, waitMs } from '../stores/bucket';
import { readFiles } from '../upstream/ipfs/files';
import type { IpfsReply } from '../upstream/ipfs/ipfs';
import type { Context } from './context';

/** Requests per second and key: these calls cost no credits. */
const readsPerSecond = 1_500;
const writesPerSecond = 150;
/** Per key; each call may hold several blocks in memory. */
const callsAtOnce = 64;
const writes = new Set([
  'add',
  'block/put',
  'dag/import',
  'dag/put',
  'pin/add',
  'pin/rm',
  'pin/update',
]);

const rateLimit = (clock: () => number): ((key: string, command: string) => void) => {
  const buckets = new Map<string, Bucket>();
  return (key, command) => {
    const isWrite = writes.has(command);
    const rate = isWrite ? writesPerSecond : readsPerSecond;
    const name = `${key} ${isWrite}`;
    const bucket = refill(buckets.get(name), rate, clock());
    const wait = waitMs(bucket, rate, 1);
    if (wait > 0) {
      const limit = { creditsPerSecond: rate, waitSeconds: Math.ceil(wait / 1_000) };
      fail('tooFast', 'Too many IPFS requests a second.', { limit });
    }
    buckets.set(name, { ...bucket, tokens: bucket.tokens - 1 });
  };
};

/** Keeps the connection, which carries the error response, when a reader stops early. */
const unread = (body: Readable): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => body.iterator({ destroyOnReturn: false }),
});

/** A header value is one line of visible ASCII. */
const oneLine = (text: string): string => text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 500);

/**
 * Streams a response. A failure before the first byte sets the status; a later one ends the body
 * early and is reported in the trailer.
 */
const stream = async (
  reply: FastifyReply,
  { contentType, length, body }: IpfsReply,
  gone: AbortSignal,
) => {
  const iterator = body[Symbol.asyncIterator]();
  // A caller that disconnects before the first byte also ends the source.
  const end = (): void => void iterator.return?.().catch(() => undefined);
  const first = await iterator.next();
  if (gone.aborted) end();
  else gone.addEventListener('abort', end, { once: true });
  let failure: string | undefined;
  const bytes = (async function* () {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
    } catch (error) {
      failure = oneLine(getMessage(error) ?? 'The stream failed.');
    }
  })();
  // The trailer is omitted if its callback gets an error: here that means that nothing failed.
  reply.trailer('x-stream-error', (_reply, _payload, finish) =>
    failure === undefined ? finish(new Error('no failure')) : finish(null, failure),
  );
  return reply
    .type(contentType)
    .headers({ 'x-stream-output': '1', 'x-content-type-options': 'nosniff' })
    .headers(length === undefined ? {} : { 'x-content-length': String(length) })
    .send(Readable.from(bytes, { objectMode: false, highWaterMark: 1 }));
};

export const ipfsRoutes = async (server: FastifyInstance, context: Context): Promise<void> => {
  const { authorize, ipfs, options } = context;
  const admit = rateLimit(options.clock);
  const running = createKeyCount(callsAtOnce);
  /**
   * @returns aborted when the response has closed
   * @throws `tooFast` at the limit of concurrent calls, `malformed` if the caller has left
   */
  const enter = (key: string, reply: FastifyReply): AbortSignal => {
    if (reply.raw.destroyed) fail('malformed', 'The caller has gone.');
    if (running.isFull(key)) {
      const limit = { creditsPerSecond: readsPerSecond, waitSeconds: 1 };
      fail('tooFast', 'Too many IPFS requests at once.', { limit });
    }
    running.take(key);
    const gone = new AbortController();
    reply.raw.once('close', () => {
      running.give(key);
      gone.abort();
    });
    return gone.signal;
  };

  const answer = async (command: string, request: FastifyRequest, reply: FastifyReply) => {
    const apiKey = await authorize.bySecret(request.headers.authorization);
    admit(apiKey.key, command);
    const gone = enter(apiKey.key, reply);
    const query = new URL(request.url, 'http://localhost').searchParams;
    const body = request.body instanceof Readable ? request.body : undefined;
    const result = await ipfs.run(command, {
      apiKey,
      query,
      args: query.getAll('arg'),
      gone,
      files: () => readFiles(request.headers, body, options.limits.fileBytes),
      body: { contentType: request.headers['content-type'], stream: body && unread(body) },
    });
    return stream(reply, result, gone);
  };

  await server.register((scope, _options, finish) => {
    for (const command of ipfs.commands) {
      scope.post(
        `/api/v0/${command}`,
        {
          bodyLimit: options.limits.fileBytes,
          schema: {
            tags: ['ipfs'],
            summary: `IPFS: ${command}. Arguments are "arg", options the flags of the command line.`,
            security: [{ basic: [] }],
            querystring: {
              type: 'object',
              properties: { arg: { type: 'array', items: { type: 'string' } } },
            },
          },
        },
        (request, reply) => answer(command, request, reply),
      );
    }
    finish();
  });
};
