import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Contents } from '../build/buildModule';
import { root } from '../root';
import type { ModuleFigures, Part } from './parts';

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

export type Packed = {
  archive: string;
  contents: Contents;
  files: number;
  module?: ModuleFigures;
};

/** Packs files of a folder; the same files give the same bytes. */
export function packFiles(
  archive: string,
  { prefix, folder, files }: { prefix: string; folder: string; files: readonly string[] },
): void {
  mkdirSync(dirname(archive), { recursive: true });
  runTool('archive', ['pack', archive, prefix, folder], files);
}

/** Builds a part and packs it into the folder. */
export async function packPart({ name, prefix, build }: Part, out: string): Promise<Packed> {
  const stage = mkdtempSync(join(tmpdir(), 'xnet-part-'));
  try {
    const { folder, files, ...facts } = await build(stage);
    const archive = join(out, `${name}-${currentVersion()}.tgz`);
    packFiles(archive, { prefix, folder, files });
    return { ...facts, archive, files: files.length };
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
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
