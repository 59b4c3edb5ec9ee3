import { encode } from '@ipld/dag-pb';
import { describe, expect, it } from '@jest/globals';
import { base16, base16upper } from 'multiformats/bases/base16';
import { base32upper } from 'multiformats/bases/base32';
import { base36, base36upper } from 'multiformats/bases/base36';
import { base64, base64url } from 'multiformats/bases/base64';
import { CID } from 'multiformats/cid';
import { sha256, sha512 } from 'multiformats/hashes/sha2';
import { catchError } from '../../../test/catchError';
import {
  createObject,
  type IpfsObject,
  ipfsEachTest,
  readBytes,
} from '../../../test/service/ipfsServer';
import { objectGet, objectGetEncoded, objectGetUnverified } from './objectGet';

const at = ipfsEachTest();

describe('objectGet', () => {
  it('answers with links and data that were checked', async () => {
    const cid = await at.server.add(readBytes(1_000), { cidVersion: 0, rawLeaves: false });
    const object = await objectGet(at.ipfs, cid);
    expect(object.Links).toHaveLength(10);
    expect(object).toEqual(await objectGetUnverified(at.ipfs, cid));
    expect(at.server.state.seen[0]).toBe(
      `POST /api/v0/object/get?arg=${cid}&encoding=json&data-encoding=base64`,
    );
  });

  describe('of honest content', () => {
    const hash = async (hasher: typeof sha256 | typeof sha512, code: number) =>
      CID.createV1(code, await hasher.digest(Uint8Array.of(code)));
    const put = async (block: Uint8Array, hasher: typeof sha256 | typeof sha512 = sha256) => {
      const cid = CID.createV1(0x70, await hasher.digest(block));
      at.server.state.blocks.set(cid.toString(), block);
      return cid;
    };

    it.each([
      ['nothing at all', async () => ({ Links: [] })],
      ['data of no bytes', async () => ({ Links: [], Data: new Uint8Array() })],
      [
        'links without names or sizes',
        async () => ({ Links: [{ Hash: await hash(sha256, 0x70) }], Data: Uint8Array.of(8, 1) }),
      ],
      [
        'links of which some have names and sizes',
        async () => ({
          Links: [
            { Hash: await hash(sha256, 0x55) },
            { Hash: await hash(sha256, 0x70), Name: '', Tsize: 0 },
            { Hash: await hash(sha256, 0x70), Name: 'b' },
            { Hash: await hash(sha256, 0x55), Name: 'c', Tsize: 7 },
          ],
        }),
      ],
      [
        'links to other codecs and hashes',
        async () => ({
          Links: [
            { Hash: await hash(sha256, 0x71), Name: 'a', Tsize: 1 },
            { Hash: await hash(sha512, 0x55), Name: 'b', Tsize: 2 },
          ],
        }),
      ],
    ])('accepts %s', async (_, node) => {
      for (const hasher of [sha256, sha512]) {
        const block = encode(await node());
        const object = await objectGet(at.ipfs, (await put(block, hasher)).toString());
        expect(object).toEqual(createObject(block));
      }
    });

    it('accepts its name in every base', async () => {
      const cid = await put(encode({ Links: [], Data: Uint8Array.of(8, 1) }));
      for (const base of [base16, base16upper, base32upper, base36, base36upper, base64, base64url])
        expect(await objectGet(at.ipfs, cid.toString(base))).toEqual({ Links: [], Data: 'CAE=' });
    });
  });

  it.each([
    ['less data', (object: IpfsObject) => ({ ...object, Data: 'CAI=' })],
    ['other data', ({ Links, Data }) => ({ Links, Data: btoa(atob(Data).replace(/.$/su, 'x')) })],
    [
      'a hash of another link',
      (object) => ({
        ...object,
        Links: [...object.Links].reverse().map(({ Hash }, at) => ({ ...object.Links[at], Hash })),
      }),
    ],
    ['one link less', (object) => ({ ...object, Links: object.Links.slice(1) })],
    ['another name', (object) => ({ ...object, Links: rename(object.Links) })],
    ['one link more', ({ Links, Data }) => ({ Data, Links: [...Links, ...Links.slice(0, 1)] })],
    ['another size', ({ Links, Data }) => ({ Data, Links: resize(Links) })],
    ['data with more behind it', ({ Links, Data }) => ({ Links, Data: btoa(`${atob(Data)}x`) })],
    ['data that is no base64', (object) => ({ ...object, Data: '*' })],
  ] as [string, (object: IpfsObject) => object][])('refuses %s', async (_, change) => {
    const cid = await at.server.add(readBytes(1_000), { cidVersion: 0, rawLeaves: false });
    at.server.state.first = (url, response) => {
      if (url.pathname !== '/api/v0/object/get') return false;
      const bytes =
        at.server.state.blocks.get(CID.parse(cid).toV1().toString()) ?? new Uint8Array();
      response.end(JSON.stringify(change(createObject(bytes))));
      return true;
    };
    expect(await catchError(objectGet(at.ipfs, cid))).toMatchObject({ kind: 'nodeFault' });
  });

  it('hands on another encoding as it comes', async () => {
    const cid = await at.server.add(readBytes(10), { cidVersion: 0, rawLeaves: false });
    at.server.state.first = (url, response) => {
      response.end(`<Object encoding="${url.searchParams.get('encoding')}"/>`);
      return true;
    };
    const encodedObject = await objectGetEncoded(at.ipfs, cid, 'xml');
    expect(Buffer.from(encodedObject).toString()).toBe('<Object encoding="xml"/>');
  });
});

const rename = <T extends { Name: string }>([link, ...links]: T[]) => [
  { ...link, Name: 'x' },
  ...links,
];
const resize = <T extends { Size: number }>([link, ...links]: T[]) => [
  { ...link, Size: (link?.Size ?? 0) + 1 },
  ...links,
];
