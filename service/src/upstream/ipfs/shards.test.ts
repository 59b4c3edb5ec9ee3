import * as dagPb from '@ipld/dag-pb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnixFS } from 'ipfs-unixfs';
import { CID } from 'multiformats/cid';
import { identity } from 'multiformats/hashes/identity';
import { basic, type Disposal, dispose, fakeNode, testService } from '../../../test/testService';

const undo: Disposal = [];
let run: (command: string, ...files: [path: string, content: Uint8Array][]) => Promise<Response>;
beforeAll(async () => {
  const service = await testService(undo, { eth: [await fakeNode(undo, () => null)] });
  const { apiKey, secret } = await service.createKey({ plan: 'custom' });
  const authorization = basic(apiKey.key, secret ?? '');
  run = (command, ...files) => {
    const body = new FormData();
    for (const [path, content] of files) {
      body.append('file', new Blob([content]), encodeURIComponent(path));
    }
    return fetch(`${service.url}/api/v0/${command}`, {
      method: 'POST',
      headers: { authorization },
      ...(files.length === 0 ? {} : { body }),
    });
  };
});
afterAll(() => dispose(undo));

/** Both have the same hash, also with a common suffix: 128-bit murmur3 collisions take a second. */
const [one = '', other = ''] = [
  'da905b373334d4a72a742a3f2a592554327e286eda90d2bb7468652073616d65',
  '3a315959d7a72970eb80a16c6740c79c327e286e57dea03e7468652073616d65',
].map((hex) => Buffer.from(hex, 'hex').toString());
const leaf = CID.createV1(0x55, identity.digest(Buffer.from('leaf')));
type Links = [name: string, cid: CID][];

const putDirectory = async (links: Links, fanout = 256n): Promise<CID> => {
  const directory = new UnixFS({ type: 'hamt-sharded-directory', hashType: 0x22n, fanout });
  const Links = links.map(([Name, Hash]) => ({ Name, Hash, Tsize: 1 }));
  const block = dagPb.encode(dagPb.prepare({ Data: directory.marshal(), Links }));
  const stored = await run('block/put?cid-codec=dag-pb', ['block', block]);
  return CID.parse(((await stored.json()) as { Key: string }).Key);
};
const lookUp = async (cid: CID, name: string): Promise<unknown> => {
  const response = await run(`dag/resolve?arg=${cid}/${encodeURIComponent(name)}`);
  return response.json();
};

describe('a directory that is spread over blocks', () => {
  // @promise P22.2
  it.each([0n, 1n, 3n, 257n])('refuses a directory that is divided by %s', async (fanout) => {
    const links = ['00a', '00b', '0a', '0b', 'a', 'b'].map((name) => [name, leaf]) as Links;
    const cid = await putDirectory(links, fanout);
    expect(await lookUp(cid, 'a')).toMatchObject({ Message: 'The directory is badly divided.' });
  });

  // @promise P22.2
  it.each([2n, 16n, 1_024n])('ends beside names of one hash, divided by %s', async (fanout) => {
    const { length } = (fanout - 1n).toString(16);
    const begins = Array.from({ length: Number(fanout) }, (_, index) =>
      index.toString(16).toUpperCase().padStart(length, '0'),
    );
    const all = begins.flatMap((begin) =>
      [one, other].map((name) => [begin + name, leaf]),
    ) as Links;
    const cid = await putDirectory(all, fanout);
    for (const name of [one, other])
      expect(await lookUp(cid, name)).toEqual({ Cid: { '/': leaf.toString() }, RemPath: '' });
    expect(await lookUp(cid, 'none')).toMatchObject({ Type: 'error' });
  });

  // @promise P22.2
  it('follows a directory no deeper than its hash has bits', async () => {
    const begins = Array.from({ length: 16 }, (_, index) => index.toString(16).toUpperCase());
    let cid: CID = leaf;
    for (let level = 0; level < 17; level += 1)
      cid = await putDirectory(
        begins.map((begin) => [begin, cid]),
        16n,
      );
    expect(await lookUp(cid, 'name')).toMatchObject({ Message: 'The directory is too deep.' });
  });
});

describe('an upload', () => {
  const content = Buffer.from('content');
  /** Enough files to shard the folder. */
  const others = Array.from({ length: 1_500 }, (_, index): [string, Uint8Array] => [
    ...([`d/${'x'.repeat(200)}${index}`, content] as const),
  ]);

  // @promise P22.2
  it.each([
    ['files', `d/${one}`, `d/${other}`],
    ['folders', `d/${one}/file`, `d/${other}/file`],
  ])('rejects an upload with %s of one hash in one folder', async (_, first, second) => {
    const namesOf = async (...files: [string, Uint8Array][]) => {
      const lines = (await (await run('add', ...files)).text()).trim().split('\n');
      return lines.map((line) => (JSON.parse(line) as { Name: string }).Name);
    };
    const ahead = others.map(([path]) => path);
    // The response had begun: it breaks off where the folder of both would follow.
    const refused = await namesOf(...others, [first, content], [second, content]);
    expect(refused.slice(0, others.length)).toEqual(ahead);
    expect(refused).not.toContain('d');
    expect(await namesOf(...others, [first, content])).toContain('d');
  });

  it('accepts them in two folders, or twice the same', async () => {
    const same: [string, Uint8Array][] = [`d/${one}`, `e/${other}`, `d/${one}`].map((path) => [
      ...([path, content] as const),
    ]);
    const taken = await run('add?wrap-with-directory=true', ...others, ...same);
    const lines = (await taken.text()).trim().split('\n');
    const { Hash } = JSON.parse(lines.at(-1) ?? '') as { Hash: string };
    for (const path of [`d/${one}`, `e/${other}`]) {
      const read = await run(`cat?arg=${encodeURIComponent(`${Hash}/${path}`)}`);
      expect(await read.text()).toBe('content');
    }
  });
});
