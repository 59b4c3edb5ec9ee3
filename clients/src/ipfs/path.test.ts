import { describe, expect, it } from '@jest/globals';
import { importer } from 'ipfs-unixfs-importer';
import type { CID } from 'multiformats/cid';
import { catchError } from '../../../test/catchError';
import { ipfsEachTest, readBytes } from '../../../test/service/ipfsServer';
import { readLinkedFile } from './path';

const at = ipfsEachTest();

type Options = Parameters<typeof importer>[2];

/** Serves files in a directory; @returns its identifier, of the version in the options */
async function put(names: readonly string[], options: Options = {}, length = 60) {
  const files = names.map((name) => ({ path: `top/${name}`, content: bytesOf(name, length) }));
  let root = '';
  const store = {
    async put(cid: CID, bytes: Uint8Array) {
      at.server.state.blocks.set(cid.toV1().toString(), bytes);
      return cid;
    },
  };
  // Importing only needs `put`.
  for await (const { cid, path } of importer(files, store as never, options))
    if (path === 'top') root = cid.toString();
  return root;
}
const bytesOf = (name: string, length: number) =>
  new TextEncoder().encode(name.padEnd(length, '.'));

const read = (link: string, maxBytes = 100) => readLinkedFile(at.ipfs.call, link, maxBytes);
const names = ['1', '2.json', 'a/b/3.json', 'ä ö.json', '4'];
const asLink = (name: string) => name.split('/').map(encodeURIComponent).join('/');

describe('readLinkedFile', () => {
  it.each<[string, Options]>([
    ['of version 0', { cidVersion: 0, rawLeaves: false }],
    ['of version 1', { cidVersion: 1, rawLeaves: true }],
  ])('finds files in directories %s, in either spelling of a link', async (_, options) => {
    const root = await put(names, options);
    for (const name of names)
      for (const start of ['ipfs://', 'ipfs://ipfs/'])
        expect(await read(`${start}${root}/${asLink(name)}`)).toEqual(bytesOf(name, 60));
  });

  it('finds each of many files in a directory that is spread over blocks', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => `${index}${index % 2 ? '.json' : ''}`);
    const root = await put(many, { shardSplitThresholdBytes: 1_000 });
    for (const name of many.filter((_, index) => index % 100 < 2))
      expect(await read(`ipfs://${root}/${name}`)).toEqual(bytesOf(name, 60));
    expect(await catchError(read(`ipfs://${root}/3001`))).toMatchObject({ kind: 'nodeFault' });
  });

  it('finds names of any length in such a directory', async () => {
    const many = Array.from({ length: 70 }, (_, length) => 'x'.repeat(length + 1));
    const root = await put(many, { shardSplitThresholdBytes: 1 }, 80);
    for (const name of many)
      expect(await read(`ipfs://${root}/${name}`)).toEqual(bytesOf(name, 80));
  });

  it('assembles a file of a few blocks, up to the limit and no further', async () => {
    const cid = await at.server.add(readBytes(950), { cidVersion: 1 });
    expect(await read(`ipfs://${cid}`, 950)).toEqual(readBytes(950));
    at.server.state.seen.length = 0;
    expect(await catchError(read(`ipfs://${cid}`, 949))).toMatchObject({ kind: 'limitExceeded' });
    expect(at.server.state.seen).toHaveLength(1);
    at.server.state.seen.length = 0;
    const long = await at.server.add(readBytes(1_700), { cidVersion: 1 });
    expect(await catchError(read(`ipfs://${long}`, 5_000))).toMatchObject({
      kind: 'limitExceeded',
    });
    expect(at.server.state.seen).toHaveLength(1);
    const small = await at.server.add(readBytes(60));
    expect(await catchError(read(`ipfs://${small}`, 59))).toMatchObject({ kind: 'limitExceeded' });
  });

  // @promise T24.1
  it.each([0, 1, 2])('refuses another block in place of any on the way: %d', async (replaced) => {
    const root = await put(['a/1.json'], { cidVersion: 1 });
    let count = 0;
    at.server.state.first = (url, response) => {
      const isReplaced = count === replaced;
      count += 1;
      const bytes = at.server.state.blocks.get(url.searchParams.get('arg') ?? '');
      if (isReplaced) response.end(Buffer.concat([bytes ?? new Uint8Array(), Buffer.from('x')]));
      return isReplaced;
    };
    expect(await catchError(read(`ipfs://${root}/a/1.json`))).toMatchObject({ kind: 'nodeFault' });
    expect(count).toBe(replaced + 1);
  });

  it('refuses what is no link, no file, or too deep, asking nobody for what is no link', async () => {
    const root = await put(names);
    const links = [
      '',
      'https://ipfs.example/1',
      `ipfs://${root}/1?a=b`,
      `ipfs://${root}/%ff`,
      `ipfs://${root}/a/b/c/d/e`,
      'ipfs://k51qzi5uqu5dlvj2baxnqndepeb86cbk3ng7n3i46uzyxzyqj2xjonzllnv0v8/1',
    ];
    for (const link of links)
      expect(await catchError(read(link))).toMatchObject({ kind: 'invalidParams' });
    expect(at.server.state.seen).toEqual([]);
    for (const link of [`ipfs://${root}`, `ipfs://${root}/1/2`, `ipfs://${root}/a`])
      expect(await catchError(read(link))).toMatchObject({ kind: 'nodeFault' });
  });
});
