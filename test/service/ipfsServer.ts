import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decode } from '@ipld/dag-pb';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { createIpfsApi, createStreams, type IpfsApi } from '@xnet/clients';
import { importer } from 'ipfs-unixfs-importer';
import { CID } from 'multiformats/cid';

type Answer = (url: URL, response: ServerResponse) => boolean;
export type IpfsObject = ReturnType<typeof createObject>;
export type IpfsServer = Awaited<ReturnType<typeof startIpfsServer>>;

/** An object in the JSON of object/get. */
export const createObject = (bytes: Uint8Array) => {
  const { Links, Data = new Uint8Array() } = decode(bytes);
  return {
    Links: Links.map(({ Name, Hash, Tsize }) => ({
      Name: Name ?? '',
      Hash: Hash.toString(),
      Size: Tsize ?? 0,
    })),
    Data: Buffer.from(Data).toString('base64'),
  };
};

/** A real HTTP server with blocks, and a client for it. `state.first` may respond instead. */
export async function startIpfsServer() {
  const state = {
    /** By CIDv1. */
    blocks: new Map<string, Uint8Array>(),
    seen: [] as string[],
    first: undefined as Answer | undefined,
  };
  const server = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '', 'http://server');
    state.seen.push(`${request.method} ${url.pathname}${url.search}`);
    if (state.first?.(url, response)) return;
    const bytes = state.blocks.get(nameOf(url.searchParams.get('arg') ?? ''));
    if (!bytes) response.writeHead(500).end('{"Message":"block was not found","Type":"error"}');
    else if (url.pathname === '/api/v0/object/get')
      response.end(JSON.stringify(createObject(bytes)));
    else response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { authorization: `Basic ${btoa('key:secret')}` };
  const ipfs: IpfsApi = createIpfsApi({
    streams: createStreams({ fetch }),
    endpoints: [{ url, headers }],
  });
  return {
    url,
    ipfs,
    state,
    async add(...file: Parameters<typeof listBlocks>): Promise<string> {
      const { root, blocks } = await listBlocks(...file);
      for (const [name, bytes] of blocks) state.blocks.set(name, bytes);
      return root;
    },
    reset: () => Object.assign(state, { blocks: new Map(), seen: [], first: undefined }),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Such a server for a test file, empty at the start of each test. */
export function ipfsEachTest() {
  let server: IpfsServer;
  beforeAll(async () => {
    server = await startIpfsServer();
  });
  afterAll(() => server.stop());
  beforeEach(() => void server.reset());
  return {
    get server() {
      return server;
    },
    get ipfs() {
      return server.ipfs;
    },
  };
}

const nameOf = (cid: string): string => CID.parse(cid).toV1().toString();

/** The blocks of a file as Kubo creates them, but with small chunks, so that there are several. */
export async function listBlocks(
  content: Uint8Array,
  options: { cidVersion?: 0 | 1; rawLeaves?: boolean } = {},
) {
  const blocks = new Map<string, Uint8Array>();
  const store = {
    put: async (cid: CID, bytes: Uint8Array) => {
      blocks.set(nameOf(cid.toString()), bytes);
      return cid;
    },
  };
  async function* pieces() {
    for (let at = 0; at < content.length; at += 100) yield content.slice(at, at + 100);
  }
  let root: CID | undefined;
  // Importing only needs `put`.
  const importing = importer([{ content }], store as never, { chunker: pieces, ...options });
  for await (const { cid } of importing) root = cid;
  if (!root) throw new Error('Nothing was added.');
  return { root: root.toString(), blocks };
}

export const readBytes = (length: number) =>
  Uint8Array.from({ length }, (_, index) => (index * 7) % 251);

/** Bytes as a stream of one chunk. */
export async function* inOnePiece(bytes: Uint8Array) {
  yield bytes;
}
