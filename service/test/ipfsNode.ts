import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as dagPb from '@ipld/dag-pb';
import { CID } from 'multiformats/cid';
import type { Service } from '../src/service';
import { basic, type Disposal, fakeNode, testService } from './testService';

type Options = { limits?: object; clock?: () => number; data?: string };

/**
 * A service in front of a shared node. The node is another service, which has the same API, plus
 * Kubo commands that it lacks: `dag/stat`, and archives, whose roots the test sets.
 */
export const openShared = async (undo: Disposal, options: Options = {}) => {
  const eth = [await fakeNode(undo)];
  const behind = await testService(undo, { eth });
  const inner = await behind.createKey();
  const headers = { authorization: basic(inner.apiKey.key, inner.secret ?? '') };
  /** Requests to the node, with their flags, and the roots of the next archive. */
  const node = {
    asked: [] as URL[],
    archive: [] as string[],
    /** Awaited before the node answers. */
    wait: async (_path: string): Promise<void> => undefined,
    /** Called for commands whose caller disconnected early. */
    left: (_path: string): void => undefined,
  };

  const ask = (path: string) => fetch(`${behind.url}${path}`, { method: 'POST', headers });
  const sizeOf = async (cid: CID, seen = new Set<string>()): Promise<[number, number]> => {
    if (seen.has(String(cid))) return [0, 0];
    seen.add(String(cid));
    const reply = await ask(`/api/v0/block/get?arg=${cid}`);
    if (!reply.ok) throw new Error(await reply.text());
    const block = new Uint8Array(await reply.arrayBuffer());
    const total: [number, number] = [block.length, 1];
    for (const { Hash } of cid.code === dagPb.code ? dagPb.decode(block).Links : []) {
      const [bytes, blocks] = await sizeOf(Hash, seen);
      total[0] += bytes;
      total[1] += blocks;
    }
    return total;
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://node');
    node.asked.push(url);
    response.once('close', () => {
      if (!response.writableFinished) node.left(url.pathname);
    });
    const json = (...lines: object[]) =>
      response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      await node.wait(url.pathname);
      if (url.pathname === '/api/v0/dag/stat') {
        const cid = CID.parse(url.searchParams.get('arg') ?? '');
        const [Size, NumBlocks] = await sizeOf(cid);
        return json({ UniqueBlocks: NumBlocks, TotalSize: Size, DagStats: [{ Size, NumBlocks }] });
      }
      if (url.pathname === '/api/v0/dag/import') {
        const roots = node.archive.map((cid) => ({ Root: { Cid: { '/': cid }, PinErrorMsg: '' } }));
        for (const cid of node.archive) await ask(`/api/v0/pin/add?arg=${cid}`);
        return json(...(url.searchParams.get('pin-roots') === 'true' ? roots : []));
      }
      const type = request.headers['content-type'];
      const reply = await fetch(`${behind.url}${request.url}`, {
        method: 'POST',
        headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
        ...(body.length === 0 ? {} : { body }),
      });
      response.writeHead(reply.status, {
        'content-type': reply.headers.get('content-type') ?? 'text/plain',
      });
      response.end(Buffer.from(await reply.arrayBuffer()));
    } catch (error) {
      response.writeHead(500).end(JSON.stringify({ Message: String(error), Code: 0 }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  const ipfs = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const front: Service = await testService(undo, { eth, ipfs, ...options });
  /** Where keys send their requests: another service before the same node, too. */
  const place = { url: front.url };
  const newKey = async () => {
    const { apiKey, secret } = await front.createKey();
    const authorization = basic(apiKey.key, secret ?? '');
    const run = async (
      command: string,
      ...files: (string | Uint8Array | [string, string | Blob])[]
    ) => {
      const form = new FormData();
      for (const [index, file] of files.entries()) {
        const [name, content] = Array.isArray(file) ? file : [`file-${index}`, file];
        form.append('file', content instanceof Blob ? content : new Blob([content]), name);
      }
      return fetch(`${place.url}/api/v0/${command}`, {
        method: 'POST',
        headers: { authorization },
        ...(files.length === 0 ? {} : { body: form }),
      });
    };
    /** Sends a request and disconnects before the response. */
    const leave = async (command: string, file: Uint8Array, when: Promise<unknown>) => {
      const boundary = 'part';
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="f"\r\ncontent-type: application/octet-stream\r\n\r\n`;
      const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
      const asking = httpRequest(`${front.url}/api/v0/${command}`, {
        method: 'POST',
        headers: { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
      });
      asking.once('error', () => undefined).end(body);
      await when;
      asking.socket?.resetAndDestroy();
    };
    return Object.assign(run, { leave });
  };
  return {
    front,
    ipfs,
    place,
    newKey,
    node,
    pinsBehind: async () =>
      Object.keys(((await (await ask('/api/v0/pin/ls')).json()) as { Keys: object }).Keys),
  };
};
