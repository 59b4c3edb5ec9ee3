import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';

const { dependencies } = JSON.parse(readFileSync(join(root, 'service/package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

let folder: string;
beforeAll(() => {
  // Below node_modules, where what it depends on is found as in the image.
  const cache = join(root, 'node_modules/.cache/xnet');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'service-'));
  const args = ['--import', 'tsx', 'service/build.ts', folder];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the built service imports what it declares, and our own packages are in it', () => {
  const text = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const imported = [...text.matchAll(/^(?:import .*|\} )from "([^".][^"]*)"/gmu)]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
  const packages = new Set(
    imported.map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    ),
  );
  expect(packages).toContain('fastify');
  expect([...packages].filter((name) => dependencies[name] === undefined)).toEqual([]);
});

it('the built service starts', () => {
  const help = execFileSync(process.execPath, [join(folder, 'main.js'), '--help'], {
    encoding: 'utf8',
  });
  expect(help).toContain('--port');
});
