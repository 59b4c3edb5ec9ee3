import { Readable } from 'node:stream';
import { Pool } from 'undici';
import { fail } from '../errors';
import type { Store } from '../stores/store';
import { readCid } from './blocks';
import type { Ipfs, IpfsReply, IpfsRequest } from './ipfs';
import { type Post, sharedNode } from './kuboPins';
import { objectReply, readObjectOptions } from './object';
import { readPath } from './path';

/** Commands that are passed on; all others of a node are for its operator. */
const passed = [
  ...['add', 'block/get', 'block/put', 'block/stat', 'cat', 'dag/get', 'dag/import', 'dag/put'],
  ...['dag/resolve', 'get', 'pin/add', 'pin/ls', 'pin/rm', 'pin/update', 'version'],
];
const blockAtMost = 2 * 1024 * 1024;
const answerMs = 60_000;

/** IPFS from a Kubo node's API. Its replies are streamed as they come, with their trailer. */
export const kuboIpfs = (url: string, store: Store): Ipfs => {
  const { origin, pathname, username, password } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  const pool = new Pool(origin, {
    connections: 64,
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
  });

  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization: Record<string, string> =
    username === '' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` };

  const post: Post = async (command, query, body) => {
    const {
      statusCode,
      headers,
      body: reply,
      trailers,
    } = await pool.request({
      method: 'POST',
      path: `${base}/api/v0/${command}?${query}`,
      headers: {
        ...authorization,
        ...(body?.contentType === undefined ? {} : { 'content-type': body.contentType }),
      },
      body: body?.stream === undefined ? null : Readable.from(body.stream, { objectMode: false }),
    });
    if (statusCode !== 200) {
      const text = (await reply.text()).slice(0, 2_000);
      const message = /"Message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? 'The IPFS node refused.';
      const kinds = { 400: 'malformed', 403: 'forbidden', 404: 'notFound' } as const;
      return fail(kinds[statusCode as keyof typeof kinds] ?? 'ipfsFailed', message);
    }
    const bytes = (async function* () {
      yield* reply as AsyncIterable<Uint8Array>;
      // Known only when the body has ended.
      const failure = trailers['x-stream-error'];
      if (failure) fail('ipfsFailed', failure);
    })();
    const contentType = headers['content-type'];
    const length = headers['x-content-length'];
    return {
      ...(typeof length === 'string' && /^\d+$/.test(length) ? { length: Number(length) } : {}),
      contentType: typeof contentType === 'string' ? contentType : 'application/octet-stream',
      body: bytes,
    };
  };

  /** Newer nodes have no `object/get`: it is made of the block that they do have. */
  const objectGet = async ({ args, query }: IpfsRequest): Promise<IpfsReply> => {
    const path = readPath(args[0]);
    const options = readObjectOptions(query);
    let cid = path.root;
    if (path.segments.length > 0) {
      const resolved = await post('dag/resolve', new URLSearchParams({ arg: args[0] ?? '' }));
      const { Cid } = JSON.parse(await readAll(resolved)) as { Cid?: { '/'?: string } };
      cid = readCid(Cid?.['/'] ?? '');
    }
    const block = await readBytes(
      await post('block/get', new URLSearchParams({ arg: cid.toString() })),
    );
    return objectReply(cid, block, options);
  };

  const run = sharedNode(post, store);
  return {
    commands: [...passed, 'object/get'],
    run: (command, request) =>
      command === 'object/get' ? objectGet(request) : run(command, request),
    check: async () => {
      await readBytes(await post('version', new URLSearchParams()));
    },
    close: () => pool.destroy(),
  };
};

const readBytes = async ({ body }: IpfsReply): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > blockAtMost) fail('ipfsFailed', 'The block is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const readAll = async (reply: IpfsReply): Promise<string> =>
  Buffer.from(await readBytes(reply)).toString('utf8');
