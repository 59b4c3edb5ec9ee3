import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { basic, type CleanUp, cleanUp, fakeNode, testService } from '../testService';

const undo: CleanUp = [];
afterEach(() => cleanUp(undo));

/** A service before another one that speaks the same API: the one behind stands for the node. */
const startChain = async () => {
  const eth = [await fakeNode(undo, () => 'fine')];
  const behind = await testService(undo, { eth });
  const inner = await behind.createKey();
  const { host } = new URL(behind.url);
  const ipfs = `http://${inner.apiKey.key}:${inner.secret}@${host}`;
  const front = await testService(undo, { eth, ipfs });
  const { apiKey, secret } = await front.createKey();
  const other = await front.createKey();
  return {
    ...{ front, authorization: basic(apiKey.key, secret ?? '') },
    other: basic(other.apiKey.key, other.secret ?? ''),
    pinsBehind: async () => {
      const response = await fetch(`${behind.url}/api/v0/pin/ls`, {
        ...{
          method: 'POST',
          headers: { authorization: basic(inner.apiKey.key, inner.secret ?? '') },
        },
      });
      return Object.keys(((await response.json()) as { Keys: object }).Keys);
    },
  };
};

describe('IPFS from a node', () => {
  it('streams files in and out, and makes objects of their blocks', async () => {
    const { front, authorization } = await startChain();
    const run = (command: string, body?: FormData) =>
      fetch(`${front.url}/api/v0/${command}`, {
        ...{ method: 'POST', headers: { authorization } },
        ...(body === undefined ? {} : { body }),
      });
    const content = randomBytes(700_000);
    const form = new FormData();
    form.append('file', new Blob([content]), 'folder/file.bin');
    const lines = (await (await run('add', form)).text()).trim().split('\n');
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
    expect((await fetch(`${front.url}/healthz`)).status).toBe(200);
  });

  it('lets a key remove its own pins only, and the node forget what nobody has pinned', async () => {
    const { front, authorization, other, pinsBehind } = await startChain();
    const run = (command: string, as: string, content?: string) => {
      const form = new FormData();
      form.append('file', new Blob([content ?? '']), 'file');
      const body = content === undefined ? {} : { body: form };
      return fetch(`${front.url}/api/v0/${command}`, {
        ...{ method: 'POST', headers: { authorization: as }, ...body },
      });
    };
    const hashOf = async (response: Response) => ((await response.json()) as { Hash: string }).Hash;
    const [one, two] = await Promise.all(
      ['one', 'two'].map(async (text) => hashOf(await run('add', authorization, text))),
    );
    expect((await run(`pin/rm?arg=${one}`, other)).status).toBe(500);
    expect((await run(`pin/update?arg=${one}&arg=${two}`, other)).status).toBe(500);
    expect(await (await run('pin/ls', other)).json()).toEqual({ Keys: {} });
    expect((await pinsBehind()).sort()).toEqual([one, two].sort());
    expect((await run(`pin/add?arg=${one}`, other)).status).toBe(200);
    expect((await run(`pin/rm?arg=${one}`, authorization)).status).toBe(200);
    expect(await pinsBehind()).toContain(one);
    expect((await run(`pin/update?arg=${one}&arg=${two}`, other)).status).toBe(200);
    expect(await pinsBehind()).toEqual([two]);
    expect((await run(`pin/rm?arg=${two}`, authorization)).status).toBe(200);
    expect((await run(`pin/rm?arg=${two}`, authorization)).status).toBe(500);
    expect(await pinsBehind()).toEqual([two]);
    expect((await run(`pin/rm?arg=${two}`, other)).status).toBe(200);
    expect(await pinsBehind()).toEqual([]);
  });

  it('passes no option on that is for the operator', async () => {
    const { front, authorization } = await startChain();
    for (const call of ['add?to-files=/x', 'add?nocopy=true', 'block/put?allow-big-block=true']) {
      const response = await fetch(`${front.url}/api/v0/${call}`, {
        ...{ method: 'POST', headers: { authorization } },
      });
      expect(response.status).toBe(403);
    }
    const small = await fetch(`${front.url}/api/v0/add?chunker=size-4`, {
      ...{ method: 'POST', headers: { authorization } },
    });
    expect(small.status).toBe(400);
  });
});
