import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/root';

const run = (project: string, ...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] });

/** Vite's bundle of a page in a project. */
export function bundledByVite(project: string, page: string): string {
  writeFileSync(join(project, 'page.js'), page);
  const html = '<!doctype html><script type="module" src="/page.js"></script>';
  writeFileSync(join(project, 'index.html'), html);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  run(project, vite, 'build', '--logLevel', 'error', '--outDir', 'byVite');
  const [name = ''] = readdirSync(join(project, 'byVite/assets'));
  return readFileSync(join(project, 'byVite/assets', name), 'utf8');
}

/** webpack's bundle of a page in a project. */
export function bundledByWebpack(project: string, page: string): string {
  writeFileSync(join(project, 'page.js'), page);
  writeFileSync(
    join(project, 'bundle.cjs'),
    `const webpack = require(${JSON.stringify(join(root, 'node_modules/webpack'))});
webpack(
  { mode: 'production', entry: './page.js', output: { path: __dirname + '/byWebpack' } },
  (error, stats) => {
    if (error || stats.hasErrors()) throw error ?? new Error(stats.toString());
  },
);
`,
  );
  run(project, 'bundle.cjs');
  return readFileSync(join(project, 'byWebpack/main.js'), 'utf8');
}
