import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { moduleId } from '../protocol/moduleId';
import { folderReader } from '../server/nodePlatform';
import { buildLocation } from './location';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  await mkdir(join(folder, 'module', 'files'), { recursive: true });
  await mkdir(join(folder, 'module-of-another'));
  await writeFile(join(folder, 'module', 'files', 'one.txt'), 'one');
  await writeFile(join(folder, 'module-of-another', 'secret.txt'), 'secret');
  await writeFile(join(folder, 'secret.txt'), 'secret');
});
afterAll(() => rm(folder, { recursive: true }));

describe('the module’s folder', () => {
  it('gives its files, by the module’s one id', async () => {
    const file = await buildLocation(folderReader(join(folder, 'module')), moduleId).fetch(
      'files/one.txt',
    );
    expect(file.toString()).toBe('one');
    expect(file.data).toEqual({ canonicalPath: `${moduleId}/files/one.txt` });
  });

  it.each(['../secret.txt', 'files/../../secret.txt', '../module-of-another/secret.txt', '..'])(
    'gives nothing that lies outside: %s',
    async (path) => {
      const { fetch } = buildLocation(folderReader(join(folder, 'module')), moduleId);
      await expect(fetch(path)).rejects.toThrow(`"${path}" lies outside the module's folder.`);
    },
  );

  it.each(['npm:@xnet/other', 'npm:@xnet/module/', 'local:http://127.0.0.1:8080'])(
    'refuses %s',
    (id) => {
      expect(() => buildLocation(folderReader(folder), id)).toThrow(
        `runs the module "${moduleId}" only`,
      );
    },
  );
});
