import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, type Disposal, dispose, fakeNode, testService } from '../../../test/testService';
import type { Service } from '../../service';

const undo: Disposal = [];
let service: Service;
let authorization: string;
beforeAll(async () => {
  const eth = [await fakeNode(undo, () => null)];
  service = await testService(undo, { eth });
  const { apiKey, secret } = await service.createKey({ plan: 'custom' });
  authorization = basic(apiKey.key, secret ?? '');
});
afterAll(() => dispose(undo));

const part = (name: string, content = 'x'): string =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n`;
const add = async (body: string, query = '', type = 'multipart/form-data; boundary=b') => {
  const reply = await fetch(`${service.url}/api/v0/add?only-hash=true${query}`, {
    method: 'POST',
    headers: { authorization, 'content-type': type },
    body,
  });
  return { status: reply.status, text: await reply.text() };
};

describe('an upload', () => {
  it.each<[string, string, { query?: string; type?: string }]>([
    ['ends within a file', part('a', 'x'.repeat(9_000)).slice(0, -5), {}],
    ['ends after a file', part('a'), {}],
    ['names no boundary', `${part('a')}--b--`, { type: 'multipart/form-data; charset=utf-8' }],
    ['names one too long', part('a'), { type: `multipart/form-data; boundary=${'b'.repeat(300)}` }],
    ['goes deeper than can be read', `${part(`${'a/'.repeat(128)}x`)}--b--`, {}],
    [
      'puts a file without a name into a folder',
      `${part('')}--b--`,
      { query: '&wrap-with-directory=true' },
    ],
    [
      'holds a symbolic link',
      `${part('a').replace('\r\n\r\n', '\r\nContent-Type: application/symlink\r\n\r\n')}--b--`,
      {},
    ],
  ])('blames the caller for an upload that %s', async (_how, body, { query, type }) => {
    const { status, text } = await add(body, query, type);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual(expect.objectContaining({ Type: 'error' }));
  });

  it('names an upload by its content if it has no name', async () => {
    const { Name, Hash } = JSON.parse((await add(`${part('')}--b--\r\n`)).text) as {
      Name: string;
      Hash: string;
    };
    expect(Name).toBe(Hash);
  });

  // @promise P24.1
  it('accepts parts that are called attachments, as Kubo’s own client sends them', async () => {
    const attached = `${part('a/b')}${part('')}`.replaceAll('form-data; name="file"', 'attachment');
    const { status, text } = await add(`${attached}--b--\r\n`);
    const names = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { Name: string }).Name);
    expect(status).toBe(200);
    expect(names).toEqual(['a/b', expect.stringMatching(/^Qm/), 'a']);
  });

  it.each([
    ['b+b%2B%25.txt', 'b b+%.txt'],
    ['b%20b.txt', 'b b.txt'],
    ['50+%.txt', '50+%.txt'],
  ])('reads the name %s as a Kubo node does', async (sent, name) => {
    expect(JSON.parse((await add(`${part(sent)}--b--\r\n`)).text)).toMatchObject({ Name: name });
  });

  it('accepts a path as deep as can be read', async () => {
    expect(await add(`${part(`${'a/'.repeat(127)}x`)}--b--\r\n`)).toMatchObject({ status: 200 });
  });

  it('keeps its empty folders, wherever they stand in it', async () => {
    const folder = (name: string): string =>
      part(name, '').replace('\r\n\r\n', '\r\nContent-Type: application/x-directory\r\n\r\n');
    const linesOf = async (...parts: string[]) => {
      const { text } = await add(`${parts.join('')}--b--\r\n`);
      const lines = text.trim().split('\n');
      return lines.map((line) => JSON.parse(line) as object);
    };
    // The CIDs of a Kubo node.
    const empty = { Hash: 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn', Size: '4' };
    expect(await linesOf(folder('r'))).toEqual([{ Name: 'r', ...empty }]);
    const tree = { Hash: 'QmYwrgyKMfb5rbeDg6c7499qQz66oAaC6ACUkavQ3mVSD3', Size: '150' };
    for (const parts of [
      [folder('r'), folder('r/e'), part('r/f/a')],
      [part('r/f/a'), folder('r/f'), folder('r/e'), folder('r/e'), folder('r')],
    ]) {
      expect((await linesOf(...parts)).at(-1)).toEqual({ Name: 'r', ...tree });
    }
    const deep = { Hash: 'QmUYEuffpMDKzJ5FvqmxKAYi812dbPx2ooeVKheH43V31a', Size: '150' };
    const nested = await linesOf(folder('r/e'), folder('r/e/g'), part('r/a'));
    expect(nested.at(-1)).toEqual({ Name: 'r', ...deep });
    expect(await linesOf(folder(''))).toEqual([{ Name: '', ...empty }]);
    // An unnamed folder must precede its contents, so the second response ends there.
    expect(await linesOf(part('a'), folder(''), part('c'))).toHaveLength(1);
  });

  // @promise P24.1
  it('refuses more folders than files', async () => {
    const file = (index: number) => part(`${index}/${'a/'.repeat(124)}x`);
    const { text } = await add(`${Array.from({ length: 81 }, (_, at) => file(at)).join('')}--b--`);
    // Some files were reported before the failure; the root was not.
    expect(text).not.toContain('"Name":"80');
    expect((await add(`${part('a')}--b--\r\n`)).status).toBe(200);
  });

  // @promise P24.1
  it('serves others during an upload of many folders', async () => {
    const files = Array.from({ length: 200 }, (_, index) => part(`r/${index}/x`));
    let isDone = false;
    const added = add(`${files.join('')}--b--\r\n`).finally(() => {
      isDone = true;
    });
    let answered = 0;
    while (!isDone) {
      await fetch(`${service.url}/v1/supportedChainNames`);
      answered += 1;
    }
    expect(answered).toBeGreaterThan(5);
    expect((await added).text).toContain('"Name":"r"');
  });
});
