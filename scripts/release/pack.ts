import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contents } from '../build/buildModule';
import { root } from '../root';
import type { Part } from './parts';

const tools = join(root, 'scripts/release/tools');

/** The one version that all packages of the repository have. */
export const currentVersion = (): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;

/** Runs one of the release's tools, which get their input as JSON. @throws its report */
export function runTool(name: string, words: readonly string[], input: unknown): void {
  const args = [join(tools, `${name}.mjs`), ...words];
  const { status, stderr } = spawnSync(process.execPath, args, {
    input: JSON.stringify(input),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name} failed.\n${stderr}`);
}

export type Packed = { archive: string; contents: Contents; files: number };

/** Builds a part and packs it into the folder. */
export async function packPart({ name, prefix, build }: Part, out: string): Promise<Packed> {
  const { folder, files, contents } = await build();
  mkdirSync(out, { recursive: true });
  const archive = join(out, `${name}-${currentVersion()}.tgz`);
  runTool('archive', ['pack', archive, prefix, folder], files);
  return { archive, contents, files: files.length };
}

export const checksum = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

/**
 * The packages that npm installs with a workspace on any system: their folders, relative to the
 * root. npm's exit code is that of the whole repository, and says nothing of a workspace.
 */
export function listInstalled(workspace: string): string[] {
  const words = [
    'ls',
    '--omit=dev',
    '--all',
    '--parseable',
    '--package-lock-only',
    '-w',
    workspace,
  ];
  const { stdout } = spawnSync('npm', words, { cwd: root, encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.slice(root.length + 1))
    .filter((path) => path.includes('node_modules/') && !path.includes('node_modules/@xnet/'));
}
