import { encode, prepare } from '@ipld/dag-pb';
import { describe, expect, it } from '@jest/globals';
import { CID } from 'multiformats/cid';
import { identity } from 'multiformats/hashes/identity';
import { sha256 } from 'multiformats/hashes/sha2';
import { catchError } from '../../../test/catchError';
import { ipfsEachTest } from '../../../test/service/ipfsServer';
import { gather } from './ipfsApi';
import { readUnixFs } from './unixFs';

const at = ipfsEachTest();

/** Serves a block under its own identifier. */
async function put(codec: number, block: Uint8Array): Promise<CID> {
  const cid = CID.createV1(codec, await sha256.digest(block));
  at.server.state.blocks.set(cid.toString(), block);
  return cid;
}
/** A file of parts with the sizes that are told of them; each size takes one byte. */
const file = (parts: readonly CID[], sizes: readonly number[]) => {
  const Data = Uint8Array.of(8, 2, ...sizes.flatMap((size) => [32, size]));
  const Links = parts.map((Hash) => ({ Hash, Name: '', Tsize: 0 }));
  return put(0x70, encode(prepare({ Data, Links })));
};
const read = async (cid: CID) => gather(at.ipfs.cat(cid.toString()));
const fault = { kind: 'nodeFault' };

describe('a file that contradicts itself', () => {
  // @promise P22.1
  it.each([[2], [4]])('refuses a part of 3 bytes that claims to have %i', async (size) => {
    const leaf = await put(0x55, Uint8Array.of(1, 2, 3));
    expect(await read(await file([leaf, leaf], [3, 3]))).toHaveLength(6);
    expect(await catchError(read(await file([leaf, leaf], [3, size])))).toMatchObject(fault);
    const inner = await file([leaf], [3]);
    expect(await read(await file([inner], [3]))).toHaveLength(3);
    expect(await catchError(read(await file([inner], [size])))).toMatchObject(fault);
  });

  it('refuses a file with more links than sizes, or fewer', async () => {
    const leaf = await put(0x55, Uint8Array.of(1, 2, 3));
    expect(await catchError(read(await file([leaf, leaf], [3])))).toMatchObject(fault);
    expect(await catchError(read(await file([leaf], [3, 3])))).toMatchObject(fault);
  });

  // @promise P22.1
  it('refuses a file nested deeper than any real one', async () => {
    let inner = await put(0x55, Uint8Array.of(7));
    for (let level = 0; level < 64; level += 1) inner = await file([inner], [1]);
    expect(await read(inner)).toEqual(Uint8Array.of(7));
    expect(await catchError(read(await file([inner], [1])))).toMatchObject(fault);
  });

  it.each([
    ['content that ends beyond it', [8, 2, 18, 3, 1, 2]],
    ['a number that is cut off', [8, 2, 24, 128]],
    ['a number that no number here holds', [8, 2, 24, ...Array(7).fill(255), 127]],
    ['a number without an end', [8, 2, 24, ...Array(12).fill(255)]],
    ['sizes in one piece', [8, 2, 34, 1, 3]],
    ['a part of another kind', [8, 2, 25, ...Array(8).fill(0)]],
    ['no type', [18, 1, 7]],
  ])('refuses %s', (_, bytes) => {
    expect(readUnixFs(Uint8Array.from(bytes))).toBeUndefined();
  });
});

describe('an identifier', () => {
  it('holds 128 bytes of content itself at most', async () => {
    const inline = (length: number) => CID.createV1(0x55, identity.digest(new Uint8Array(length)));
    expect(await read(inline(128))).toHaveLength(128);
    expect(await catchError(read(inline(129)))).toMatchObject({ kind: 'invalidParams' });
  });

  it.each([0, 31, 33])('names nothing if its hash has %i bytes of 32', async (length) => {
    const content = Uint8Array.of(1, 2, 3);
    const { digest } = await sha256.digest(content);
    const multihash = Uint8Array.from([0x12, length, ...digest, 0].slice(0, 2 + length));
    const cid = CID.decode(Uint8Array.of(1, 0x55, ...multihash));
    at.server.state.blocks.set(cid.toString(), content);
    expect(await catchError(read(cid))).toMatchObject(fault);
  });
});
