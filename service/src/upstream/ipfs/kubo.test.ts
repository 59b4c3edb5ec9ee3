import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openShared } from '../../../test/ipfsNode';
import {
  type Disposal,
  dispose,
  fakeNode,
  temporaryFolder,
  testService,
} from '../../../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const hashOf = async (response: Response) => {
  const lines = (await response.text()).trim().split('\n');
  return (JSON.parse(lines.at(-1) ?? '{}') as { Hash: string }).Hash;
};

describe('IPFS from a node', () => {
  it('streams files in and out, and makes objects of their blocks', async () => {
    const { front, newKey } = await openShared(undo);
    const run = await newKey();
    const content = randomBytes(700_000);
    const form = new FormData();
    form.append('file', new Blob([content]), 'folder/file.bin');
    const lines = (await (await run('add', ['folder/file.bin', content as never])).text())
      .trim()
      .split('\n');
    const [file, folder] = lines.map((line) => JSON.parse(line) as { Hash: string });
    const cat = await run(`cat?arg=${file?.Hash}`);
    expect(Buffer.from(await cat.arrayBuffer()).equals(content)).toBe(true);

    const byName = await run(`object/get?arg=${folder?.Hash}/file.bin&encoding=json`);
    const node = (await byName.json()) as { Links: { Size: number }[]; Data: string };
    expect(node.Links.map(({ Size }) => Size)).toEqual([262_158, 262_158, 175_726]);
    expect(Buffer.from(node.Data, 'base64')[0]).toBe(8);

    expect((await run('cat?arg=nothing')).status).toBe(400);
    expect((await run('repo/gc')).status).toBe(404);
    const missing = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy';
    const failed = await run(`cat?arg=${missing}`);
    expect(failed.status).toBe(500);
    expect(await failed.json()).toMatchObject({ Message: expect.stringContaining('not here') });
    expect((await fetch(`${front.operationsUrl}/healthz`)).status).toBe(200);
  });

  // @promise P23.2
  it('lets a key remove its own pins only, and the node forget what nobody has pinned', async () => {
    const { newKey, pinsBehind } = await openShared(undo);
    const [run, other] = [await newKey(), await newKey()];
    const [one, two] = await Promise.all(
      ['one', 'two'].map(async (text) => hashOf(await run('add', text))),
    );
    expect((await other(`pin/rm?arg=${one}`)).status).toBe(500);
    expect((await other(`pin/update?arg=${one}&arg=${two}`)).status).toBe(500);
    expect(await (await other('pin/ls')).json()).toEqual({ Keys: {} });
    expect((await pinsBehind()).sort()).toEqual([one, two].sort());
    expect(await (await other(`pin/add?arg=${one}`)).json()).toEqual({ Pins: [one] });
    expect((await run(`pin/rm?arg=${one}`)).status).toBe(200);
    expect(await pinsBehind()).toContain(one);
    expect((await other(`pin/update?arg=${one}&arg=${two}`)).status).toBe(200);
    expect(await pinsBehind()).toEqual([two]);
    expect((await run(`pin/rm?arg=${two}`)).status).toBe(200);
    expect((await run(`pin/rm?arg=${two}`)).status).toBe(500);
    expect(await pinsBehind()).toEqual([two]);
    expect((await other(`pin/rm?arg=${two}`)).status).toBe(200);
    expect(await pinsBehind()).toEqual([]);
  });

  it('pins and lets go what a path ends in', async () => {
    const { newKey, pinsBehind } = await openShared(undo);
    const run = await newKey();
    const form = await run('add', ['folder/part', 'a part']);
    const [part, whole] = (await form.text())
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { Hash: string }).Hash);
    const [outer, inner] = [`/ipfs/${whole}`, `/ipfs/${whole}/part`];
    for (const command of ['pin/ls', 'pin/rm', 'pin/update'])
      expect((await run(`${command}?arg=${inner}&arg=${outer}`)).status).toBe(500);
    expect(await pinsBehind()).toEqual([whole]);
    expect((await run(`pin/update?arg=${outer}`)).status).toBe(400);
    expect((await run(`pin/update?arg=${outer}&arg=${inner}`)).status).toBe(200);
    expect(await pinsBehind()).toEqual([part]);
    expect(await (await run(`pin/ls?arg=${inner}`)).json()).toMatchObject({
      Keys: { [`${part}`]: {} },
    });
    expect((await run(`pin/rm?arg=${inner}`)).status).toBe(200);
    expect(await pinsBehind()).toEqual([]);
  });

  it('asks the node for one size at an upload, however many pins the key has, also after a start', async () => {
    const data = await temporaryFolder(undo);
    const { front, ipfs, place, newKey, node } = await openShared(undo, { data });
    const run = await newKey();
    for (let turn = 0; turn < 8; turn += 1) await (await run('add', `file ${turn}`)).text();
    await front.stop();
    const again = await testService(undo, {
      eth: [await fakeNode(undo)],
      ipfs,
      data,
    });
    place.url = again.url;
    node.asked.length = 0;
    await (await run('add', 'one more')).text();
    const paths = node.asked.map(({ pathname }) => pathname.slice('/api/v0/'.length));
    expect(paths).toEqual(['add', 'dag/stat', 'pin/add']);
  });

  it('passes on no name that may lead elsewhere, and no time without end', async () => {
    const { newKey, node } = await openShared(undo);
    const run = await newKey();
    const hash = await hashOf(await run('add', 'small'));
    node.asked.length = 0;
    for (const command of [
      'cat',
      'get',
      'block/get',
      'block/stat',
      'dag/get',
      'dag/resolve',
      'object/get',
      'pin/add',
    ])
      for (const path of [
        '/ipns/example.org',
        'ipns/example.org',
        `/ipfs/${hash}/../../ipns/x`,
        '//ipns/a',
      ])
        expect([command, path, (await run(`${command}?arg=${path}`)).status]).toEqual([
          command,
          path,
          400,
        ]);
    expect(node.asked).toEqual([]);
    expect((await run(`cat?arg=${hash}&timeout=forever`)).status).toBe(400);
    const times = ['99999h', '60001ms', '1m1s', '1h30m', '10s', '1.5s', '60s'];
    for (const time of times)
      expect((await run(`cat?arg=${hash}&timeout=${time}`)).status).toBe(200);
    const sent = node.asked.map(({ searchParams }) => searchParams.get('timeout'));
    expect(sent).toEqual([null, null, null, null, '10s', '1.5s', '60s']);
  });

  it('passes no option on that is for the operator', async () => {
    const { newKey } = await openShared(undo);
    const run = await newKey();
    for (const call of ['add?to-files=/x', 'add?nocopy=true', 'block/put?allow-big-block=true']) {
      expect((await run(call)).status).toBe(403);
    }
    expect((await run('add?chunker=size-4')).status).toBe(400);
  });
});
