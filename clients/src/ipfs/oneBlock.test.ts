import { encode, prepare } from '@ipld/dag-pb';
import { describe, expect, it } from '@jest/globals';
import { CID } from 'multiformats/cid';
import { sha256 } from 'multiformats/hashes/sha2';
import { catchError } from '../../../test/catchError';
import { ipfsEachTest, readBytes } from '../../../test/service/ipfsServer';
import { gather } from './ipfsApi';
import { readOneBlock } from './oneBlock';

const at = ipfsEachTest();

const read = (cid: string, maxBytes = 100) => readOneBlock(at.ipfs.call, `ipfs://${cid}`, maxBytes);
/** Serves a block under its own identifier. */
async function serve(block: Uint8Array): Promise<string> {
  const cid = CID.createV1(0x70, await sha256.digest(block)).toString();
  at.server.state.blocks.set(cid, block);
  return cid;
}

/** A number as protobuf writes it: the lowest 7 bits first. */
const groups = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...groups(Math.floor(value / 128))];

describe('readOneBlock', () => {
  it.each([
    ['version 0', { cidVersion: 0, rawLeaves: false }],
    ['version 1', { cidVersion: 1, rawLeaves: false }],
    ['version 1 without wrapping', { cidVersion: 1, rawLeaves: true }],
  ] as [string, { cidVersion: 0 | 1; rawLeaves: boolean }][])(
    'reads of %s what reading in full does',
    async (_, options) => {
      for (const length of [1, 60, 100]) {
        const cid = await at.server.add(readBytes(length), options);
        expect(await read(cid)).toEqual(readBytes(length));
        expect(await gather(at.ipfs.cat(cid))).toEqual(readBytes(length));
      }
    },
  );

  it.each([123, 124, 250, 16_500])('reads a wrapped file of %d bytes', async (length) => {
    // Its length, and that of its node, are numbers of one, two or three groups of 7 bits.
    const file = Uint8Array.of(8, 2, 18, ...groups(length), ...readBytes(length));
    const cid = await serve(encode(prepare({ Data: file, Links: [] })));
    expect(await read(cid, length)).toEqual(readBytes(length));
  });

  it('asks for one block, with the key', async () => {
    const cid = await at.server.add(readBytes(60), { cidVersion: 1 });
    await read(cid);
    expect(at.server.state.seen).toEqual([`POST /api/v0/block/get?arg=${cid}`]);
  });

  // @promise T24.1
  it('refuses what a server sends in place of it', async () => {
    const cid = await at.server.add(readBytes(60), { cidVersion: 1 });
    at.server.state.first = (_url, response) => {
      response.end(readBytes(61));
      return true;
    };
    expect(await catchError(read(cid))).toMatchObject({ kind: 'nodeFault' });
  });

  it('refuses a file that is larger, before all of it has come', async () => {
    expect(await read(await at.server.add(readBytes(60)), 60)).toHaveLength(60);
    const cid = await at.server.add(readBytes(60), { cidVersion: 1 });
    expect(await catchError(read(cid, 59))).toMatchObject({ kind: 'nodeFault' });
    at.server.state.first = (_url, response) => {
      response.write(new Uint8Array(2 ** 16));
      return true; // and more never comes
    };
    expect(await catchError(read(cid))).toMatchObject({
      kind: expect.stringMatching(/^(node|limit)/),
    });
  });

  it.each([
    ['a file of several blocks', readBytes(250)],
    ['a folder', Uint8Array.of(0x0a, 2, 8, 1)],
    ['a node whose length is another', Uint8Array.of(0x0a, 5, 8, 2, 0x12, 1)],
    ['a node of another field', Uint8Array.of(0x12, 5, 8, 2, 0x12, 1, 9)],
    ['a node with something behind it', Uint8Array.of(0x0a, 5, 8, 2, 0x12, 1, 9, 0x12, 0)],
    ['a file that tells sizes of parts', Uint8Array.of(0x0a, 7, 8, 2, 0x12, 1, 9, 0x20, 1)],
    ['nothing', new Uint8Array()],
  ])('refuses %s', async (_, block) => {
    const cid = block.length === 250 ? await at.server.add(block) : await serve(block);
    expect(await catchError(read(cid, 1_000))).toMatchObject({ kind: 'nodeFault' });
  });

  it('asks nobody for what is no link', async () => {
    expect(await catchError(readOneBlock(at.ipfs.call, 'https://x.example', 9))).toMatchObject({
      kind: 'invalidParams',
    });
    expect(at.server.state.seen).toEqual([]);
  });
});
