import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';

const { dependencies, scripts, bin } = JSON.parse(
  readFileSync(join(root, 'service/package.json'), 'utf8'),
) as {
  dependencies: Record<string, string>;
  scripts: Record<string, string>;
  bin: { 'xnet-service': string };
};

let folder: string;
let dist: string;
beforeAll(() => {
  // Below node_modules, where its dependencies resolve as in the image.
  const cache = join(root, 'service/node_modules/.cache/xnet');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'service-'));
  for (const name of ['package.json', 'README.md'])
    copyFileSync(join(root, 'service', name), join(folder, name));
  dist = join(folder, 'dist');
  mkdirSync(dist);
  writeFileSync(join(dist, 'chunk-OFBEFORE.js'), '');
  const args = ['--import', 'tsx', 'service/build.ts', dist];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('imports only declared packages, and bundles our own', () => {
  const text = readdirSync(dist)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(dist, name), 'utf8'))
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

it('packs what runs, its licences and its README, after a build', () => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [packed] = JSON.parse(
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
  ) as { files: { path: string }[] }[];
  const named = packed?.files.map(({ path }) => path.replace(/chunk-\w+/u, 'chunk'));
  expect(named?.sort()).toEqual([
    'README.md',
    'dist/LICENSE-APACHE',
    'dist/LICENSE-MIT',
    'dist/chunk.js',
    'dist/main.js',
    'dist/service.js',
    'package.json',
  ]);
  expect(scripts.prepack).toBe(scripts.build);
});

it('starts under the package’s own name', () => {
  const program = join(folder, bin['xnet-service']);
  // As npm does when it installs a program.
  chmodSync(program, 0o755);
  const told = (...args: string[]) => execFileSync(program, args, { encoding: 'utf8' });
  for (const args of [['help'], ['--help'], ['-h'], ['--port', '0', '--help']])
    expect(told(...args)).toContain('--origin <origin>');
  expect(told('keys', '--help')).toContain('revoke <key>');
});
