import { encode, prepare } from '@ipld/dag-pb';
import { describe, expect, it } from '@jest/globals';
import { CID } from 'multiformats/cid';
import * as Digest from 'multiformats/hashes/digest';
import { identity } from 'multiformats/hashes/identity';
import { sha256, sha512 } from 'multiformats/hashes/sha2';
import { catchError } from '../../../test/catchError';
import { inOnePiece, ipfsEachTest, readBytes } from '../../../test/service/ipfsServer';
import { createIpfsApi, gather } from './ipfsApi';

const at = ipfsEachTest();

describe('cat', () => {
  it.each([
    ['a file of one block, version 0', 50, { cidVersion: 0, rawLeaves: false }],
    ['a file of many blocks, version 0', 2_345, { cidVersion: 0, rawLeaves: false }],
    ['a file of one raw block', 50, { cidVersion: 1, rawLeaves: true }],
    ['a file of many raw leaves', 20_000, { cidVersion: 1, rawLeaves: true }],
  ] as [string, number, { cidVersion: 0 | 1; rawLeaves: boolean }][])(
    'puts %s together',
    async (_, length, options) => {
      const content = readBytes(length);
      const cid = await at.server.add(content, options);
      expect(await gather(at.ipfs.cat(cid))).toEqual(content);
      expect(new Set(at.server.state.seen).size).toBe(at.server.state.blocks.size);
    },
  );

  it('reads an empty file, and content that its identifier holds itself', async () => {
    const file = encode(prepare({ Data: Uint8Array.of(8, 2, 24, 0), Links: [] }));
    const empty = CID.createV0(await sha256.digest(file));
    at.server.state.blocks.set(empty.toV1().toString(), file);
    expect(await gather(at.ipfs.cat(empty.toString()))).toHaveLength(0);
    at.server.state.seen = [];
    const inline = CID.createV1(0x55, identity.digest(Uint8Array.of(1, 2, 3)));
    expect(await gather(at.ipfs.cat(inline.toString()))).toEqual(Uint8Array.of(1, 2, 3));
    expect(at.server.state.seen).toEqual([]);
  });

  // @promise P22.1
  it('fetches no part of a file that holds nothing, and not many parts for few bytes', async () => {
    const put = async (sizes: number[], child: CID | undefined, data: number[] = []) => {
      const told = sizes.flatMap((size) => [32, size]);
      const own = data.length === 0 ? [] : [18, data.length, ...data];
      const Links =
        child === undefined ? [] : sizes.map(() => ({ Hash: child, Name: '', Tsize: 0 }));
      const bytes = encode(prepare({ Data: Uint8Array.of(8, 2, ...own, ...told), Links }));
      const cid = CID.createV1(0x70, await sha256.digest(bytes));
      at.server.state.blocks.set(cid.toString(), bytes);
      return cid;
    };
    const many = (size: number) => Array.from({ length: 100 }, () => size);
    let empty = await put([], undefined);
    for (let level = 0; level < 12; level += 1) empty = await put(many(0), empty);
    at.server.state.seen = [];
    expect(await gather(at.ipfs.cat(empty.toString()))).toHaveLength(0);
    expect(at.server.state.seen).toHaveLength(1);

    // Each of 300 bytes lies 60 blocks deep.
    let deep = await put([], undefined, [7]);
    for (let level = 0; level < 60; level += 1) deep = await put([1], deep);
    const bytes = at.server.state.blocks;
    const near = createIpfsApi({
      endpoints: [],
      streams: {
        open: async (_, path) =>
          inOnePiece(bytes.get(path.split('arg=')[1] ?? '') ?? new Uint8Array()),
      },
    });
    const wide = await put(
      Array.from({ length: 300 }, () => 1),
      deep,
    );
    expect(await catchError(gather(near.cat(wide.toString())))).toMatchObject({
      kind: 'nodeFault',
    });
  });

  it('hands out nothing of a part that was changed', async () => {
    const content = readBytes(700);
    const cid = await at.server.add(content, { cidVersion: 1, rawLeaves: true });
    const leaf = [...at.server.state.blocks].find(([, bytes]) => bytes[0] === content[300]);
    if (!leaf) throw new Error('There is no such leaf.');
    at.server.state.blocks.set(
      leaf[0],
      Uint8Array.from(leaf[1], (byte) => byte ^ 1),
    );
    const read: Uint8Array[] = [];
    const reading = async () => {
      for await (const each of at.ipfs.cat(cid)) read.push(each);
    };
    expect(await catchError(reading())).toMatchObject({ kind: 'nodeFault' });
    expect(Buffer.concat(read)).toEqual(Buffer.from(content.slice(0, 300)));
  });

  it.each([
    'QmNotAnIdentifier',
    '/ipfs/bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
    'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy/../../x',
    'https://example.org/x',
    '',
  ])('refuses the identifier %p', async (text) => {
    expect(await catchError(gather(at.ipfs.cat(text)))).toMatchObject({ kind: 'invalidParams' });
    expect(at.server.state.seen).toEqual([]);
  });

  it('reads content of SHA-512, and knows it from other content', async () => {
    const content = readBytes(70);
    const cid = CID.createV1(0x55, await sha512.digest(content));
    at.server.state.blocks.set(cid.toString(), content);
    expect(await gather(at.ipfs.cat(cid.toString()))).toEqual(content);
    at.server.state.blocks.set(cid.toString(), readBytes(71));
    expect(await catchError(gather(at.ipfs.cat(cid.toString())))).toMatchObject({
      kind: 'nodeFault',
    });
  });

  it('refuses a hash and a codec that it cannot check', async () => {
    const sha1 = CID.createV1(0x55, Digest.create(0x11, readBytes(20)));
    const cbor = CID.createV1(0x71, await sha256.digest(Uint8Array.of(1)));
    for (const [cid, what] of [
      [sha1, 'has a hash of another kind'],
      [cbor, 'names no file'],
    ] as const) {
      const error = await catchError(gather(at.ipfs.cat(cid.toString())));
      expect(error).toMatchObject({ kind: 'invalidParams' });
      expect(error.message).toContain(what);
    }
    expect(at.server.state.seen).toEqual([]);
  });

  it('accepts an identifier with blanks around it, as it is copied', async () => {
    const cid = await at.server.add(readBytes(10));
    expect(await gather(at.ipfs.cat(` ${cid}\n`))).toEqual(readBytes(10));
  });

  it('stops above the size that is allowed', async () => {
    const cid = await at.server.add(readBytes(1_000), { cidVersion: 1, rawLeaves: true });
    const error = await catchError(gather(at.ipfs.cat(cid, { maxBytes: 500 })));
    expect(error).toMatchObject({ kind: 'limitExceeded' });
  });

  it('refuses a directory', async () => {
    const bytes = encode(prepare({ Data: Uint8Array.of(8, 1), Links: [] }));
    const cid = CID.createV1(0x70, await sha256.digest(bytes));
    at.server.state.blocks.set(cid.toString(), bytes);
    expect(await catchError(gather(at.ipfs.cat(cid.toString())))).toMatchObject({
      kind: 'invalidParams',
    });
  });

  it('believes the far side only if it is asked to', async () => {
    at.server.state.first = (url, response) => {
      if (url.pathname !== '/api/v0/cat') return false;
      response.end('something else');
      return true;
    };
    const cid = await at.server.add(readBytes(10), { cidVersion: 1, rawLeaves: true });
    const told = await gather(at.ipfs.catUnverified(cid));
    expect(Buffer.from(told).toString()).toBe('something else');
  });
});

describe('catUnverified', () => {
  it.each([
    ['a length that is not reached', { 'x-content-length': '10' }, 'broke off'],
    ['no length', {}, 'no length was told'],
  ])(
    'fails at the end of a stream with %s, whose trailer fetch does not show',
    async (_, headers, why) => {
      at.server.state.first = (_url, response) => {
        response.writeHead(200, { ...headers, trailer: 'x-stream-error' });
        response.write('half');
        response.addTrailers({ 'x-stream-error': 'a block is gone' });
        response.end();
        return true;
      };
      const cid = await at.server.add(readBytes(10), { cidVersion: 1, rawLeaves: true });
      const error = await catchError(gather(at.ipfs.catUnverified(cid)));
      expect(error).toMatchObject({ kind: 'nodeUnavailable' });
      expect(error.message).toContain(why);
    },
  );

  it('accepts a whole stream that told its length', async () => {
    at.server.state.first = (_url, response) => {
      response.writeHead(200, { 'x-content-length': '4' });
      response.write('ha');
      response.end('lf');
      return true;
    };
    const cid = await at.server.add(readBytes(10), { cidVersion: 1, rawLeaves: true });
    expect(Buffer.from(await gather(at.ipfs.catUnverified(cid))).toString()).toBe('half');
  });
});

describe('a status', () => {
  it.each([
    [400, 'nodeFault'],
    [403, 'nodeFault'],
    [404, 'nodeFault'],
    [405, 'nodeFault'],
    [429, 'limitExceeded'],
  ])('reports status %d as %s without the key', async (status, kind) => {
    at.server.state.first = (_, response) => {
      response.writeHead(status).end('{"Message":"no such call","Code":0,"Type":"error"}');
      return true;
    };
    const cid = await at.server.add(readBytes(10), { cidVersion: 1, rawLeaves: true });
    const error = await catchError(gather(at.ipfs.cat(cid)));
    expect(error).toMatchObject({ kind });
    expect(JSON.stringify([error.message, error])).not.toMatch(/secret|a2V5/u);
  });
});

it('repeats an argument, and escapes what it holds', async () => {
  at.server.state.first = (_, response) => {
    response.end('{}');
    return true;
  };
  await gather(
    at.ipfs.call('pin/ls', [
      ['arg', 'a&b'],
      ['arg', 'c'],
    ]),
  );
  expect(at.server.state.seen).toEqual(['POST /api/v0/pin/ls?arg=a%26b&arg=c']);
});
