import * as dagPb from '@ipld/dag-pb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnixFS } from 'ipfs-unixfs';
import { CID } from 'multiformats/cid';
import { basic, type Disposal, dispose, fakeNode, testService } from '../../../test/testService';

const undo: Disposal = [];
let run: (command: string, content?: Uint8Array | string) => Promise<Response>;
beforeAll(async () => {
  const service = await testService(undo, { eth: [await fakeNode(undo, () => null)] });
  const { apiKey, secret } = await service.createKey({ plan: 'custom' });
  const headers = { authorization: basic(apiKey.key, secret ?? '') };
  run = (command, content) => {
    const form = new FormData();
    if (content !== undefined) form.append('file', new Blob([content]), 'f');
    const body = content === undefined ? {} : { body: form };
    return fetch(`${service.url}/api/v0/${command}`, { method: 'POST', headers, ...body });
  };
});
afterAll(() => dispose(undo));

const put = async (codec: string, content: Uint8Array | string): Promise<string> => {
  const reply = await run(`block/put?cid-codec=${codec}`, content);
  expect([codec, reply.status]).toEqual([codec, 200]);
  return ((await reply.json()) as { Key: string }).Key;
};
const unixFs = (type: 'symlink' | 'directory', data?: Uint8Array): Uint8Array =>
  dagPb.encode({ Data: new UnixFS({ type, ...(data && { data }) }).marshal(), Links: [] });

describe('cat', () => {
  const link = unixFs('symlink', Buffer.from('other.txt'));
  it.each<[string, string, Uint8Array | string, string]>([
    ['a symbolic link', 'dag-pb', link, 'This is a symbolic link, which is not followed here.'],
    [
      'an empty symbolic link',
      'dag-pb',
      unixFs('symlink'),
      'This is a symbolic link, which is not followed here.',
    ],
    [
      'a dag-pb block without data',
      'dag-pb',
      dagPb.encode({ Links: [] }),
      'This block is not of UnixFS, so it is no file.',
    ],
    [
      'a dag-pb block with other data',
      'dag-pb',
      dagPb.encode({ Data: Uint8Array.of(255, 255), Links: [] }),
      'This block is not of UnixFS, so it is no file.',
    ],
    [
      'a dag-cbor block',
      'dag-cbor',
      Uint8Array.of(0xa0),
      'This block is not of UnixFS, so it is no file.',
    ],
    ['a json block', 'json', '{}', 'This block is not of UnixFS, so it is no file.'],
    ['a cbor block', 'cbor', Uint8Array.of(0xa0), 'This block is not of UnixFS, so it is no file.'],
    ['a directory', 'dag-pb', unixFs('directory'), 'This dag node is a directory.'],
  ])('explains what %s is', async (_name, codec, content, Message) => {
    const reply = await run(`cat?arg=${await put(codec, content)}`);
    expect(reply.status).toBe(500);
    expect(await reply.json()).toEqual(expect.objectContaining({ Message, Type: 'error' }));
  });
});

describe('block/put', () => {
  it.each<[string, number, Uint8Array | string]>([
    ['json', 0x0200, '{"a":[1,"ü"]}'],
    ['cbor', 0x51, Uint8Array.of(0xa1, 0x61, 0x61, 0x07)],
  ])('stores %s under its own code, and dag/get reads it', async (codec, code, content) => {
    const key = await put(codec, content);
    expect(CID.parse(key).code).toBe(code);
    const block = await run(`block/get?arg=${key}`);
    expect(Buffer.from(await block.arrayBuffer())).toEqual(Buffer.from(content));
    const value = await run(`dag/get?arg=${key}/a`);
    expect(await value.json()).toEqual(codec === 'json' ? [1, 'ü'] : 7);
  });

  it.each<[string, Uint8Array | string]>([
    ['json', '{'],
    ['cbor', Uint8Array.of(0xa1)],
  ])('refuses what is no %s', async (codec, content) => {
    expect((await run(`block/put?cid-codec=${codec}`, content)).status).toBe(400);
  });

  it('stores the old format "cbor" as dag-cbor', async () => {
    const reply = await run('block/put?format=cbor', Uint8Array.of(0xa0));
    expect(CID.parse(((await reply.json()) as { Key: string }).Key).code).toBe(0x71);
  });
});

describe('dag/put', () => {
  it.each(['json', 'cbor'])(
    'stores values as %s, and refuses a link, which it cannot hold',
    async (codec) => {
      const stored = await run(`dag/put?store-codec=${codec}`, '{"a":7}');
      const { Cid } = (await stored.json()) as { Cid: { '/': string } };
      expect(await (await run(`dag/get?arg=${Cid['/']}`)).json()).toEqual({ a: 7 });
      const link = JSON.stringify({ a: { '/': Cid['/'] } });
      expect((await run(`dag/put?store-codec=${codec}`, link)).status).toBe(400);
    },
  );
});
