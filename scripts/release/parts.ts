import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildClients } from '../build/buildClients';
import { buildConnect, buildConnectTesting } from '../build/buildConnect';
import { dropHash } from '../build/buildHash';
import { buildModule, type Contents, contentsOfModule } from '../build/buildModule';
import { buildSite } from '../build/buildSite';
import { listFiles } from '../build/fileHash';
import { listCommittedFiles } from '../commit';
import { root } from '../root';
import { startChild } from '../start/child';

/** Contents of a part's archive. */
type Made = {
  /** The folder of its files, and their paths in it. */
  folder: string;
  files: readonly string[];
  /** Packages of others that are in its files: bytes by folder. */
  contents: Contents;
  /** Absent in what is no module. */
  module?: ModuleFigures;
};

/** The checksum in a module's manifest, which wallets check, and the size of its bundle. */
export type ModuleFigures = { shasum: string; bundleBytes: number };

export type Part = {
  /** The archive is called `<name>-<version>.tgz`. */
  name: string;
  /** How its folder in the archive is called: npm wants `package`. */
  prefix: string;
  /** The workspace whose packages npm installs with it; absent if it brings all in its files. */
  workspace?: string;
  /** Builds it from the sources alone. @param stage an empty folder, removed after the packing */
  build: (stage: string) => Promise<Made>;
};

const at = (path: string): string => join(root, path);

/** Builds of pages list their packages here. */
const contentsFile = at('node_modules/.cache/xnet/contents.json');

/** Runs a build's program as its own command does. @throws its report */
async function runProgram(args: readonly string[], cwd: string): Promise<void> {
  const env = { NODE_ENV: 'production', XNET_CONTENTS: contentsFile };
  const child = startChild({ command: process.execPath, args, cwd, env });
  if ((await child.exited) !== 0) throw new Error(`${args[0]} failed.\n${child.tail()}`);
}

/** The files that npm packs. */
function listPacked(folder: string): string[] {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  const printed = execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio });
  const [{ files }] = JSON.parse(printed) as [{ files: { path: string }[] }]; // one package
  return files.map(({ path }) => path);
}

const makePackage = (folder: string, contents: Contents = {}): Made => ({
  folder,
  files: listPacked(folder),
  contents,
});

/** The files of a page whose build has just ended. */
const makePages = async (folder: string): Promise<Made> => ({
  folder,
  files: await listFiles(folder, '.'),
  contents: JSON.parse(await readFile(contentsFile, 'utf8')) as Contents,
});

/** Lists the files of the service's image: those of the commit that its ignore file lets through. */
async function listContext(): Promise<string[]> {
  const list = await readFile(at('service/Dockerfile.dockerignore'), 'utf8');
  const rules = list.split('\n').filter((line) => line !== '' && !/^(?:#|\*$)/u.test(line));
  const includedPaths = rules.flatMap((rule) => (rule.startsWith('!') ? rule.slice(1) : []));
  const excludedPaths = rules.filter((rule) => !rule.startsWith('!'));
  const isExcluded = (path: string) =>
    excludedPaths.some((rule) =>
      rule.startsWith('**/*') ? path.endsWith(rule.slice(4)) : path.startsWith(`${rule}/`),
    );
  return listCommittedFiles(includedPaths).filter((path) => !isExcluded(path));
}

/** A module's checksum, as its build inserted it. */
async function readShasum(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'snap.manifest.json'), 'utf8'));
  return (manifest as { source: { shasum: string } }).source.shasum;
}

/** Everything that a release consists of. */
export const parts: readonly Part[] = [
  {
    name: 'xnet-module',
    prefix: 'package',
    async build(stage) {
      await dropHash();
      const { out, bytes } = await buildModule({ out: stage });
      const module = { shasum: await readShasum(out), bundleBytes: bytes };
      return { ...makePackage(out, await contentsOfModule(out)), module };
    },
  },
  {
    name: 'xnet-connect',
    prefix: 'package',
    async build() {
      return makePackage(at('connect'), await buildConnect());
    },
  },
  {
    name: 'xnet-connect-testing',
    prefix: 'package',
    async build() {
      return makePackage(at('connect/testing'), await buildConnectTesting());
    },
  },
  {
    name: 'xnet-clients',
    prefix: 'package',
    workspace: 'clients',
    async build() {
      await buildClients();
      return makePackage(at('clients/dist'));
    },
  },
  {
    name: 'xnet-service',
    prefix: 'package',
    workspace: 'service',
    async build() {
      await runProgram(['--import', 'tsx', at('service/build.ts')], at('service'));
      return makePackage(at('service'));
    },
  },
  {
    name: 'xnet-service-image-context',
    prefix: 'xnet',
    workspace: 'service',
    build: async () => ({ folder: root, files: await listContext(), contents: {} }),
  },
  {
    name: 'xnet-dapp',
    prefix: 'dapp',
    async build() {
      await runProgram([at('node_modules/vite/bin/vite.js'), 'build'], at('dapp'));
      return makePages(at('dapp/dist'));
    },
  },
  {
    name: 'xnet-docs',
    prefix: 'docs',
    async build() {
      const out = at('node_modules/.cache/xnet/releasedSite');
      await buildSite({ out, contents: contentsFile });
      return makePages(out);
    },
  },
];
