import * as dagPb from '@ipld/dag-pb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnixFS } from 'ipfs-unixfs';
import { CID } from 'multiformats/cid';
import { sha256 } from 'multiformats/hashes/sha2';
import { basic, type CleanUp, cleanUp, fakeNode, testService } from '../testService';

const undo: CleanUp = [];
let run: (
  command: string,
  ...files: [path: string, content: string | Uint8Array][]
) => Promise<Response>;
beforeAll(async () => {
  const eth = [await fakeNode(undo, () => null)];
  const service = await testService(undo, { eth });
  const { apiKey, secret } = await service.createKey({ plan: 'custom' });
  const authorization = basic(apiKey.key, secret ?? '');
  run = (command, ...files) => {
    const body = new FormData();
    for (const [path, content] of files) {
      body.append('file', new Blob([content as string]), encodeURIComponent(path));
    }
    return fetch(`${service.url}/api/v0/${command}`, {
      ...{ method: 'POST', headers: { authorization } },
      ...(files.length === 0 ? {} : { body }),
    });
  };
});
afterAll(() => cleanUp(undo));

const names = [
  ...[
    'plain',
    'a^b',
    'a\\b',
    'end ',
    ' begin',
    '%41',
    'a%2fb',
    'ü?',
    'u\u0308',
    '日本',
    '🦄',
    '...',
  ],
  ...['00', 'FF', 'Links', 'Data', '__proto__', 'new\nline', 'tab\t', '"', '#', '&', '+'],
];

describe.each([
  ['in one block', 0],
  ['in so many that its names are spread over them', 1_500],
])('a directory %s', (_name, others) => {
  it('gives its files, whatever signs their names hold', async () => {
    const files = names.map((name): [string, string] => [`d/${name}/${name}`, `of ${name}`]);
    const more = Array.from({ length: others }, (_, index): [string, string] => [
      ...([`d/${'x'.repeat(200)}${index}`, ''] as const),
    ]);
    const added = await (await run('add?pin=false', ...files, ...more)).text();
    const { Hash: root } = JSON.parse(added.trim().split('\n').at(-1) ?? '') as { Hash: string };
    for (const name of names) {
      const path = [root, name, name].map(encodeURIComponent).join('/');
      expect(await (await run(`cat?arg=${path}`)).text()).toBe(`of ${name}`);
      const resolved = (await (await run(`dag/resolve?arg=${path}`)).json()) as object;
      expect(resolved).toEqual({ Cid: { '/': expect.stringMatching(/^Qm/) }, RemPath: '' });
      expect((await run(`object/get?arg=${path}`)).status).toBe(200);
    }
    for (const none of ['none', 'n^ne']) {
      expect((await run(`cat?arg=${root}/${encodeURIComponent(none)}`)).status).toBe(500);
    }
  });
});

it('looks through no directory without an end', async () => {
  const directory = new UnixFS({ type: 'hamt-sharded-directory', fanout: 256n, hashType: 0x22n });
  let links: dagPb.PBLink[] = [];
  let cid = '';
  for (let level = 0; level < 9; level += 1) {
    const block = dagPb.encode({ Data: directory.marshal(), Links: links });
    const stored = await run('block/put?cid-codec=dag-pb', ['block', block]);
    ({ Key: cid } = (await stored.json()) as { Key: string });
    const Hash = CID.createV1(dagPb.code, await sha256.digest(block));
    links = Array.from({ length: 256 }, () => ({ Name: '00', Hash, Tsize: 1 }));
  }
  const refused = await run(`cat?arg=${cid}/%5E`);
  expect(refused.status).toBe(500);
  expect(await refused.json()).toMatchObject({ Message: 'The directory is too large.' });
});
