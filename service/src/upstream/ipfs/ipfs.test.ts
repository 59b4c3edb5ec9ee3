import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CID } from 'multiformats/cid';
import {
  basic,
  type Disposal,
  dispose,
  fakeNode,
  temporaryFolder,
  testService,
} from '../../../test/testService';
import type { Service } from '../../service';

const undo: Disposal = [];
let service: Service;
let authorization: string;
let data: string;
beforeAll(async () => {
  data = await temporaryFolder(undo);
  const eth = [await fakeNode(undo)];
  service = await testService(undo, { eth, data, limits: { fileBytes: 3_000_000 } });
  const { apiKey, secret } = await service.createKey();
  authorization = basic(apiKey.key, secret ?? '');
});
afterAll(() => dispose(undo));

const run = (command: string, files: Record<string, Uint8Array | string> = {}) => {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) {
    form.append('file', new Blob([content]), name);
  }
  const body = Object.keys(files).length === 0 ? {} : { body: form };
  return fetch(`${service.url}/api/v0/${command}`, {
    method: 'POST',
    headers: { authorization },
    ...body,
  });
};
const json = async (command: string, files = {}) => (await run(command, files)).json();
const bytes = async (command: string) => Buffer.from(await (await run(command)).arrayBuffer());
const lines = async (response: Response) =>
  (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { Name: string; Hash: string; Size: string });

describe('add and cat', () => {
  it('gives a file the CID that every node gives it', async () => {
    // Known CIDs of the empty file and of "hello world\n".
    expect(await json('add', { 'hello.txt': 'hello world\n' })).toEqual({
      Name: 'hello.txt',
      Hash: 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o',
      Size: '20',
    });
    expect(await json('add', { empty: '' })).toMatchObject({
      Hash: 'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH',
    });
    expect(await json('add?cid-version=1', { 'hello.txt': 'hello world\n' })).toMatchObject({
      Hash: 'bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4',
    });
  });

  // @row ipfs.cat
  it('returns what was added, whole or in part, one file or more', async () => {
    const content = randomBytes(1_000_000);
    const { Hash } = (await json('add', { 'a.bin': content })) as { Hash: string };
    expect((await bytes(`cat?arg=${Hash}`)).equals(content)).toBe(true);
    const part = await bytes(`cat?arg=${Hash}&offset=262140&length=10`);
    expect(part.equals(content.subarray(262_140, 262_150))).toBe(true);
    expect(await bytes(`cat?arg=${Hash}&offset=2000000`)).toHaveLength(0);
    const twice = await bytes(`cat?arg=${Hash}&arg=${Hash}&offset=999990&length=20`);
    expect(twice.equals(Buffer.concat([content.subarray(999_990), content.subarray(0, 10)]))).toBe(
      true,
    );
  });

  it('returns any part of a file of several levels', async () => {
    const content = randomBytes(614_400);
    // Leaves of 1 KiB: 600 leaves under four nodes under one root.
    const added = await json('add?chunker=size-1024&raw-leaves=true', { deep: content });
    const { Hash } = added as { Hash: string };
    expect((await bytes(`cat?arg=${Hash}`)).equals(content)).toBe(true);
    for (const [offset, length] of [
      [0, 1],
      [1_023, 2],
      [178_175, 2],
      [356_352, 1_024],
      [1, 614_398],
    ]) {
      const part = await bytes(`cat?arg=${Hash}&offset=${offset}&length=${length}`);
      expect(part.equals(content.subarray(offset, Number(offset) + Number(length)))).toBe(true);
    }
  });

  // @row ipfs.ndJson
  it('adds folders, one line for each file and folder', async () => {
    const added = await lines(await run('add', { 'site/a.txt': 'a', 'site/b/c.txt': 'c' }));
    expect(added.map(({ Name }) => Name).sort()).toEqual([
      'site',
      'site/a.txt',
      'site/b',
      'site/b/c.txt',
    ]);
    const root = added.find(({ Name }) => Name === 'site')?.Hash;
    expect((await bytes(`cat?arg=${root}/b/c.txt`)).toString()).toBe('c');
    expect((await bytes(`cat?arg=/ipfs/${root}/a.txt`)).toString()).toBe('a');
    const directory = await run(`cat?arg=${root}`);
    expect(directory.status).toBe(500);
    expect(await directory.json()).toMatchObject({ Type: 'error' });
  });

  // @row ipfs.400
  it('explains which block is missing, and what is no argument', async () => {
    const other = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy';
    expect((await run(`cat?arg=${other}`)).status).toBe(500);
    for (const bad of ['cat', 'cat?arg=', 'cat?arg=x', `cat?arg=${other}/../x`, 'object/get']) {
      expect((await run(bad)).status).toBe(400);
    }
    expect((await run(`cat?arg=${other}&offset=-1`)).status).toBe(400);
    expect((await run('add')).status).toBe(400);
  });

  it('refuses a file that is too large', async () => {
    expect((await run('add', { big: randomBytes(3_000_001) })).status).toBe(413);
  });

  // @row ipfs.trailer
  it('reports in the trailer that a stream has failed', async () => {
    const content = randomBytes(900_000);
    const { Hash } = (await json('add', { broken: content })) as { Hash: string };
    const { Links } = (await json(`object/get?arg=${Hash}`)) as { Links: { Hash: string }[] };
    // Remove the last block from the disk.
    const lost = CID.parse(Links.at(-1)?.Hash ?? '')
      .toV1()
      .toString();
    const folder = join(data, 'blocks');
    const files = await readdir(folder, { recursive: true });
    const digest = CID.parse(lost).multihash;
    const { base32upper } = await import('multiformats/bases/base32');
    const name = base32upper.encoder.encode(digest.bytes);
    const file = files.find((path) => path.includes(name) || path.includes(name.slice(1)));
    await rm(join(folder, file ?? 'no such block'));
    const received = await new Promise<{ size: number; trailer: unknown; status: unknown }>(
      (resolve, reject) => {
        const sent = request(
          `${service.url}/api/v0/cat?arg=${Hash}`,
          { method: 'POST', headers: { authorization } },
          (response) => {
            let size = 0;
            response.on('data', (chunk: Buffer) => {
              size += chunk.length;
            });
            response.on('end', () =>
              resolve({
                size,
                status: response.statusCode,
                trailer: response.trailers['x-stream-error'],
              }),
            );
          },
        );
        sent.on('error', reject);
        sent.end();
      },
    );
    expect(received).toEqual({
      status: 200,
      size: 3 * 262_144,
      trailer: expect.stringContaining('is not here'),
    });
  });
});

describe('object/get', () => {
  it('gives links, and data as base64 or as text', async () => {
    const { Hash } = (await json('add', { f: randomBytes(600_000) })) as { Hash: string };
    const node = (await json(`object/get?arg=${Hash}&encoding=json`)) as {
      Links: { Name: string; Hash: string; Size: number }[];
      Data: string;
    };
    expect(node.Links).toHaveLength(3);
    expect(node.Links[0]).toEqual({
      Name: '',
      Hash: expect.stringMatching(/^Qm/),
      Size: 262_158,
    });
    expect(Buffer.from(node.Data, 'base64').subarray(0, 2)).toEqual(Buffer.from([8, 2]));
    // The empty folder, with the data of the specification's sample.
    const empty = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn';
    await run('block/put?cid-codec=dag-pb&format=v0', { node: Buffer.from([10, 2, 8, 1]) });
    expect(await json(`object/get?arg=${empty}`)).toEqual({ Links: [], Data: 'CAE=' });
    expect(await json(`object/get?arg=${empty}&data-encoding=text`)).toEqual({
      Links: [],
      Data: '\b\u0001',
    });
  });
});

describe('blocks and nodes', () => {
  it('stores a block under its hash and gives it back', async () => {
    const block = randomBytes(100);
    const put = (await json('block/put', { block })) as { Key: string; Size: number };
    const digest = Buffer.from(CID.parse(put.Key).multihash.digest);
    expect(digest.equals(createHash('sha256').update(block).digest())).toBe(true);
    expect((await bytes(`block/get?arg=${put.Key}`)).equals(block)).toBe(true);
    expect(await json(`block/stat?arg=${put.Key}`)).toEqual({ Key: put.Key, Size: 100 });
    expect((await run('block/put', { block: randomBytes(2_097_153) })).status).toBe(413);
    expect((await run('block/put?cid-codec=nothing', { block })).status).toBe(400);
  });

  it('stores nodes and follows paths through them', async () => {
    const leaf = (await json('dag/put', { n: '{"b":[1,2]}' })) as { Cid: { '/': string } };
    const root = (await json('dag/put', {
      n: JSON.stringify({ a: leaf.Cid, c: 7 }),
    })) as typeof leaf;
    const cid = root.Cid['/'];
    expect(await json(`dag/get?arg=${cid}`)).toEqual({ a: leaf.Cid, c: 7 });
    expect(await json(`dag/get?arg=${cid}/a/b/1`)).toBe(2);
    expect(await json(`dag/resolve?arg=${cid}/a/b`)).toEqual({ Cid: leaf.Cid, RemPath: 'b' });
    expect((await run(`dag/get?arg=${cid}/x`)).status).toBe(500);
    expect((await run(`dag/get?arg=${cid}/__proto__`)).status).toBe(500);
    expect((await run('dag/put', { n: '{' })).status).toBe(400);
  });
});
