import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as dagCbor from '@ipld/dag-cbor';
import * as dagPb from '@ipld/dag-pb';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FsBlockstore } from 'blockstore-fs';
import { UnixFS } from 'ipfs-unixfs';
import { CID } from 'multiformats/cid';
import { identity } from 'multiformats/hashes/identity';
import {
  basic,
  type Disposal,
  dispose,
  fakeNode,
  temporaryFolder,
  testService,
} from '../../../test/testService';
import { makeKey } from '../../meter/apiKey';
import type { Service } from '../../service';
import { openLmdbStore } from '../../stores/lmdb';
import { createAbortableBlocks, openBlocks } from './blocks';
import { createCid, hasherNamed } from './codecs';
import { openQuota } from './quota';

const undo: Disposal = [];
let service: Service;
let data: string;
const time = { now: 1_000_000_000_000 };
const hour = 3_600_000;
beforeAll(async () => {
  data = await temporaryFolder(undo);
  const eth = [await fakeNode(undo)];
  // An endless file is still being streamed at the end.
  const limits = { ipfsBytes: 2_000_000, ipfsBlocks: 100, unpinnedMs: hour, stopMs: 200 };
  service = await testService(undo, { eth, data, limits, clock: () => time.now });
}, 60_000);
afterAll(() => dispose(undo), 60_000);

const newKey = async () => {
  const { apiKey, secret } = await service.createKey({ plan: 'custom' });
  const authorization = basic(apiKey.key, secret ?? '');
  return (command: string, content?: Uint8Array, signal?: AbortSignal) => {
    // Each upload uses a full second's allowance of writes.
    time.now += 1_000;
    const form = new FormData();
    if (content !== undefined) form.append('file', new Blob([content]), 'f');
    return fetch(`${service.url}/api/v0/${command}`, {
      method: 'POST',
      headers: { authorization },
      ...(content === undefined ? {} : { body: form }),
      ...(signal === undefined ? {} : { signal }),
    });
  };
};
type Run = Awaited<ReturnType<typeof newKey>>;

const filesOnDisk = async (): Promise<number> => {
  const found = await readdir(join(data, 'blocks'), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).length;
};

/** A UnixFS file node that declares these sizes for its parts. */
const fileNode = (parts: readonly (readonly [CID, number])[]): Uint8Array => {
  const file = new UnixFS({ type: 'file' });
  for (const [, size] of parts) file.addBlockSize(BigInt(size));
  const Links = parts.map(([Hash]) => ({ Name: '', Tsize: 0, Hash }));
  return dagPb.encode({ Data: file.marshal(), Links });
};
const put = async (run: Run, node: Uint8Array): Promise<CID> => {
  const response = await run('block/put?cid-codec=dag-pb', node);
  return CID.parse(((await response.json()) as { Key: string }).Key);
};
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const inline = (text: string): CID => CID.createV1(0x55, identity.digest(Buffer.from(text)));

describe('a file whose parts hold nothing', () => {
  // @promise P22.1
  it('reads an empty file at once, however many parts it has', async () => {
    const run = await newKey();
    let cid = await put(run, fileNode([]));
    for (let level = 0; level < 12; level += 1) {
      cid = await put(run, fileNode(times(100, [cid, 0] as const)));
    }
    const response = await run(`cat?arg=${cid}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  it('rejects a file whose empty parts claim to hold something', async () => {
    const run = await newKey();
    let cid = await put(run, fileNode([]));
    for (let level = 0; level < 6; level += 1) {
      cid = await put(run, fileNode(times(10, [cid, 10 ** level] as const)));
    }
    expect((await run(`cat?arg=${cid}`)).status).toBe(500);
  });

  // @promise P22.1
  it('rejects a file with many blocks for few bytes', async () => {
    const run = await newKey();
    let cid = await put(run, fileNode([[inline('x'), 1]]));
    for (let level = 0; level < 20; level += 1) cid = await put(run, fileNode([[cid, 1]]));
    cid = await put(run, fileNode(times(2_000, [cid, 1] as const)));
    const text = await (await run(`cat?arg=${cid}`)).text();
    expect(text.length).toBeGreaterThan(100);
    expect(text.length).toBeLessThan(600);
  }, 60_000);
});

describe('work for a caller', () => {
  // @promise P22.1
  it('ends with it', async () => {
    const blocks = await openBlocks(await temporaryFolder(undo));
    const gone = new AbortController();
    const mine = createAbortableBlocks(blocks, gone.signal);
    await expect(mine.get(inline('x'))).resolves.toHaveLength(1);
    gone.abort();
    await expect(mine.get(inline('x'))).rejects.toMatchObject({ kind: 'gone' });
    await blocks.close();
  });

  it('serves others while a file without an end is sent', async () => {
    const run = await newKey();
    let cid = await put(run, fileNode(times(100, [inline('x'), 1] as const)));
    for (let level = 1; level < 7; level += 1) {
      cid = await put(run, fileNode(times(100, [cid, 100 ** level] as const)));
    }
    const gone = new AbortController();
    const response = await run(`cat?arg=${cid}`, undefined, gone.signal);
    expect(response.headers.get('x-content-length')).toBe(String(100 ** 7));
    await response.body?.getReader().read();
    expect((await run('version')).status).toBe(200);
    gone.abort();
  });
});

describe('what a key stores', () => {
  // @promise P23.1
  it('refuses pieces that are too small', async () => {
    const run = await newKey();
    expect((await run('add?chunker=size-4', randomBytes(100))).status).toBe(400);
    expect((await run('add?chunker=size-1024', randomBytes(100))).status).toBe(200);
  });

  // @promise P23.1
  it('limits bytes and blocks of each key', async () => {
    const [run, other] = [await newKey(), await newKey()];
    const content = randomBytes(1_500_000);
    expect((await run('add', content)).status).toBe(200);
    // The same content counts once, however often it is uploaded.
    expect((await run('add', content)).status).toBe(200);
    const refused = await run('add', randomBytes(800_000));
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ Type: 'error' });
    expect((await other('add', randomBytes(800_000))).status).toBe(200);
    const many = await newKey();
    // 99 leaves and their root.
    expect((await many('add?chunker=size-1024', randomBytes(99 * 1_024))).status).toBe(200);
    expect((await many('block/put', randomBytes(10))).status).toBe(403);
    // Blocks stored by others count for the keys that pin them.
    const { Hash } = (await (await run('add', content)).json()) as { Hash: string };
    expect((await other(`pin/add?arg=${Hash}`)).status).toBe(403);
    const link = Buffer.from(JSON.stringify({ link: { '/': Hash } }));
    expect((await other('dag/put?pin=true', link)).status).toBe(403);
    expect((await other('dag/put', link)).status).toBe(200);
  });

  // @promise P23.1
  it('collects what no pin has held for some time, and frees its room', async () => {
    const [run, other] = [await newKey(), await newKey()];
    const [kept, shared, dropped] = [300_000, 310_000, 600_000].map((size) => randomBytes(size));
    const hashOf = async (response: Response) => ((await response.json()) as { Hash: string }).Hash;
    const keptHash = await hashOf(await run('add', kept));
    const sharedHash = await hashOf(await run('add?pin=false', shared));
    const droppedHash = await hashOf(await run('add', dropped));
    expect((await other(`pin/add?arg=${sharedHash}`)).status).toBe(200);
    expect((await run(`pin/rm?arg=${droppedHash}`)).status).toBe(200);
    // Too early: stored a moment before the clock was set back.
    time.now -= 24 * hour;
    expect((await run('add', randomBytes(1_000_000))).status).toBe(403);
    const before = await filesOnDisk();
    time.now += 2 * hour;
    expect((await run('add?pin=false', randomBytes(1_000_000))).status).toBe(200);
    // At least three leaves and a root have gone; four leaves and a root have come.
    expect(await filesOnDisk()).toBeLessThanOrEqual(before - 4 + 5);
    const read = async (hash: string) =>
      Buffer.from(await (await run(`cat?arg=${hash}`)).arrayBuffer());
    expect((await read(keptHash)).equals(kept as Buffer)).toBe(true);
    expect((await read(sharedHash)).equals(shared as Buffer)).toBe(true);
    expect((await run(`cat?arg=${droppedHash}`)).status).toBe(500);
  });

  it('collects blocks beside what another key has pinned, whatever that names', async () => {
    const folder = await temporaryFolder(undo);
    const [store, blocks] = [openLmdbStore(folder), await openBlocks(join(folder, 'blocks'))];
    const limits = { ipfsBytes: 1e9, ipfsBlocks: 100, unpinnedMs: hour };
    const now = { ms: 0 };
    const quota = openQuota({ folder, blocks, store, limits, clock: () => now.ms });
    undo.push(store.close, quota.close);
    for (const key of ['a', 'b']) await store.putKey({ ...makeKey({}, 0).apiKey, key });
    const put = async (key: string, bytes: Uint8Array): Promise<CID> => {
      const cid = await createCid(bytes, dagCbor.code, 1, hasherNamed(null));
      return quota.of(key, blocks).put(cid, bytes);
    };
    // Longer than a file name that would contain it may be.
    const pinned = await put('a', dagCbor.encode({ link: inline('x'.repeat(200)) }));
    await store.pin('a', pinned.toString());
    const loose = [await put('a', dagCbor.encode(1)), await put('b', dagCbor.encode(2))];
    now.ms += hour;
    await quota.collect();
    expect(await Promise.all([pinned, ...loose].map(blocks.has))).toEqual([true, false, false]);
  });

  // @promise P23.1
  it('limits pins, also of what takes no room or is named in many ways', async () => {
    const [run, other] = [await newKey(), await newKey()];
    const stored = await run('block/put?cid-codec=raw', randomBytes(10));
    const { multihash } = CID.parse(((await stored.json()) as { Key: string }).Key);
    const named = Array.from({ length: 50 }, (_, code) => CID.createV1(code, multihash));
    const small = Array.from({ length: 50 }, (_, index) => inline(`${index}`));
    const pin = (key: Run, command: string, cids: readonly CID[]) =>
      key(`pin/${command}?${cids.map((cid) => `arg=${cid}`).join('&')}`);
    for (const cids of [named, small]) expect((await pin(run, 'add', cids)).status).toBe(200);
    const refused = await pin(run, 'add', [inline('more')]);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual(expect.objectContaining({ Type: 'error' }));
    expect((await run('dag/put?pin=true', Buffer.from('"more"'))).status).toBe(403);
    expect((await pin(run, 'update', [inline('0'), inline('more')])).status).toBe(403);
    // A pinned root takes no room again, and another key has its own limit.
    expect((await pin(run, 'add', named)).status).toBe(200);
    expect((await pin(other, 'add', [inline('more')])).status).toBe(200);
    expect((await pin(run, 'rm', [inline('0')])).status).toBe(200);
    expect((await pin(run, 'add', [inline('more')])).status).toBe(200);
    expect((await pin(run, 'add', [inline('0')])).status).toBe(403);
  });

  it('writes equal pieces once', async () => {
    const run = await newKey();
    const written = jest.spyOn(FsBlockstore.prototype, 'put');
    const response = await run('add', Buffer.alloc(5_000_000));
    expect(response.status).toBe(200);
    // Twenty chunks, the last one shorter, and their root.
    expect(written).toHaveBeenCalledTimes(3);
    written.mockRestore();
  });
});
