import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import {
  basic,
  type Disposal,
  dispose,
  fakeNode,
  temporaryFolder,
  testService,
} from '../../../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

it.each<[string, (block: Buffer) => Buffer]>([
  ['has other bytes', (block) => Buffer.alloc(block.length)],
  ['is empty', () => Buffer.alloc(0)],
  ['is cut off', (block) => block.subarray(1)],
])(
  'withholds a block on disk that %s, and repairs it when it is put again',
  async (_how, damage) => {
    const data = await temporaryFolder(undo);
    const service = await testService(undo, { data, eth: [await fakeNode(undo)] });
    const { apiKey, secret } = await service.createKey();
    const headers = { authorization: basic(apiKey.key, secret ?? '') };
    const run = (command: string, content?: string) => {
      const form = new FormData();
      if (content !== undefined) form.append('file', new Blob([content]), 'name');
      const body = content === undefined ? {} : { body: form };
      return fetch(`${service.url}/api/v0/${command}`, { method: 'POST', headers, ...body });
    };
    const added = await (await run('add?cid-version=1', 'content')).json();
    const { Hash } = added as { Hash: string };

    const found = await readdir(join(data, 'blocks'), { recursive: true, withFileTypes: true });
    const [file] = found.filter((entry) => entry.isFile());
    const path = join(file?.parentPath ?? '', file?.name ?? '');
    await writeFile(path, damage(await readFile(path)));

    for (const command of ['cat', 'block/get', 'block/stat', 'dag/get', 'pin/add']) {
      const reply = await run(`${command}?arg=${Hash}`);
      expect(reply.status).toBe(500);
      const Message = `The block ${Hash} is damaged here: put it again.`;
      expect(await reply.json()).toMatchObject({ Message });
    }
    expect((await run('add?cid-version=1', 'content')).status).toBe(200);
    expect(await (await run(`cat?arg=${Hash}`)).text()).toBe('content');
  },
);
