import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../scripts/root';

/** A page's script in one file, by a process of its own: bundlers do not start in the test's realm. */
export const bundle = (entry: string): string =>
  execFileSync(
    join(root, 'node_modules/esbuild/bin/esbuild'),
    [entry, '--bundle', '--format=iife', '--target=es2022', '--log-level=error'],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 },
  );
