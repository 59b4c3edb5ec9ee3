import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, type Disposal, dispose, fakeNode, testService } from '../../../test/testService';

const undo: Disposal = [];
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
      method: 'POST',
      headers: { authorization },
      ...(files.length === 0 ? {} : { body }),
    });
  };
});
afterAll(() => dispose(undo));

const names = [
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
  '00',
  'FF',
  'Links',
  'Data',
  '__proto__',
  'new\nline',
  'tab\t',
  '"',
  '#',
  '&',
  '+',
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
