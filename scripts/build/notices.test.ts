import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { listNotices } from './notices.mjs';

it('refuses a package that brings no text of its licence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'xnet-notices-'));
  try {
    const own = join(folder, 'node_modules/@bare/one');
    await mkdir(own, { recursive: true });
    await writeFile(
      join(own, 'package.json'),
      JSON.stringify({ name: '@bare/one', version: '1.0.0', license: 'MIT' }),
    );
    const paths = [join(own, 'dist/index.js'), join(folder, 'src/index.ts')];
    expect(() => listNotices(paths)).toThrow('@bare/one');
    await writeFile(join(own, 'LICENSE.md'), 'The MIT License\n');
    expect(listNotices(paths)).toBe('@bare/one 1.0.0 (MIT)\n\nThe MIT License\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
