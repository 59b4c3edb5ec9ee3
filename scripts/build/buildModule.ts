import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { byNetwork, type NetworkId } from '../../src/networks/networks';
import { root } from '../root';
import { copyLicences, licences } from './compile';
import { hashFiles, isTest, listFiles } from './fileHash';
import { floorVersion, standOnFloor } from './floor';
import { writeStaticFiles } from './staticFiles';

/** Without endpoints, the module uses public defaults; without origins, it has no companion. */
export type BuildOptions = {
  /** Output folder, which becomes a self-contained package. */
  out: string;
  /** Layer-2 JSON-RPC endpoints of networks, in order of preference. */
  endpoints?: Partial<Record<NetworkId, readonly string[]>>;
  /** Origins of the companion dapp. */
  companionOrigins?: readonly string[];
};

/** Everything that affects the bundle or the manifest's checksum. */
const inputs = [
  'src',
  'clients/package.json',
  'clients/src',
  'assembly',
  'images',
  'locales',
  'openrpc.json',
  'snap.config.ts',
  'snap.manifest.json',
  'package.json',
  'package-lock.json',
  'scripts/build',
  ...licences,
];
const stampFile = '.build.json';
/** Bytes of the bundle's sources, before they are made smaller, by the folder of their package. */
export type Contents = Readonly<Record<string, number>>;
const emptyChecksum = `${'A'.repeat(43)}=`;

/** The bundle's values of `process.env.NAME`. */
export const bundleEnvironment = (options: Omit<BuildOptions, 'out'>): Record<string, string> => ({
  XNET_ENDPOINTS: JSON.stringify(byNetwork(({ id }) => (options.endpoints?.[id] ?? []).join(','))),
  XNET_COMPANION_ORIGINS: (options.companionOrigins ?? []).join(','),
});

const outputsOf = async (folder: string): Promise<string[]> =>
  (await listFiles(folder, '.')).filter((name) => name !== stampFile);

const run = (
  command: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<{ code: number | null; output: string }> =>
  new Promise((resolveRun, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => resolveRun({ code, output }));
  });

/**
 * The manifest's format demands a registry: npm's default. User and project settings are ignored,
 * so that a mirror configured on this machine never ends up in a published manifest.
 */
const defaultRegistry = async (cwd: string): Promise<string> => {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_config_')),
  );
  const args = ['config', 'get', 'registry', '--loglevel', 'error'];
  const none = [`--userconfig=${join(cwd, 'user')}`, `--globalconfig=${join(cwd, 'global')}`];
  const { code, output } = await run('npm', [...args, ...none], { cwd, env });
  const url = output.trim();
  if (code !== 0 || !/^https:\/\/\S+$/.test(url)) {
    throw new Error(`npm did not name its registry: ${url}`);
  }
  return url;
};

const readJson = async (path: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;

const writeJson = (path: string, value: unknown): Promise<void> =>
  writeFile(path, `${JSON.stringify(value, null, 2)}\n`);

const copyPackage = async (stage: string): Promise<void> => {
  await cp(join(root, 'images'), join(stage, 'images'), { recursive: true });
  await cp(join(root, 'locales'), join(stage, 'locales'), {
    recursive: true,
    filter: (path) => path !== join(root, 'locales/text'),
  });
  await writeStaticFiles(join(stage, 'static'));
  await copyLicences(stage);
  const { name, version, description, license, repository } = await readJson(
    join(root, 'package.json'),
  );
  await writeJson(join(stage, 'package.json'), {
    name,
    version,
    description,
    license,
    repository,
    main: './bundle.js',
    files: [
      'bundle.js',
      'images',
      'locales',
      'static',
      'snap.manifest.json',
      'THIRD-PARTY-NOTICES',
      ...licences,
    ],
  });

  const manifest = await readJson(join(root, 'snap.manifest.json'));
  const source = manifest.source as { location: { npm: object } };
  const npm = { ...source.location.npm, registry: await defaultRegistry(stage) };
  await writeJson(join(stage, 'snap.manifest.json'), {
    ...manifest,
    // `mm-snap build` inserts the checksum of the finished package.
    source: { ...source, shasum: emptyChecksum, location: { npm } },
    platformVersion: floorVersion,
  });
};

/** Accepts a folder that is empty, absent or was created here: never touches other files. */
const claim = async (out: string): Promise<void> => {
  await mkdir(out, { recursive: true });
  const names = await readdir(out);
  if (names.length > 0 && !names.includes(stampFile)) {
    throw new Error(`${out} holds files that this build did not make; name an empty folder.`);
  }
  await writeJson(join(out, stampFile), {});
};

const moveInto = async (stage: string, out: string): Promise<void> => {
  const outputs = await outputsOf(stage);
  // The manifest last: a reader never sees a checksum whose bundle is not there yet.
  const last = (name: string): number => Number(name === 'snap.manifest.json');
  for (const name of [...outputs].sort((a, b) => last(a) - last(b))) {
    const target = join(out, name);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(stage, name), `${target}.new`);
    await rename(`${target}.new`, target);
  }
  const stale = (await outputsOf(out)).filter((name) => !outputs.includes(name));
  for (const name of stale) await rm(join(out, name));
};

/**
 * The tool drops a permission whose handler the bundle does not export, with only a warning. A
 * module with other permissions than the reviewed ones must not be built.
 */
const checkPermissions = async (stage: string): Promise<void> => {
  const nameOfPackage = async (folder: string): Promise<string> => {
    const manifest = await readJson(join(folder, 'snap.manifest.json'));
    return Object.keys(manifest.initialPermissions as object).join(', ');
  };
  const [reviewed, built] = await Promise.all([nameOfPackage(root), nameOfPackage(stage)]);
  if (reviewed !== built) {
    throw new Error(
      `The bundle's handlers do not match the manifest's permissions.\nManifest: ${reviewed}\nBundle:   ${built}`,
    );
  }
};

/** Packages that the last build into a folder bundled. */
export const contentsOfModule = async (out: string): Promise<Contents> =>
  (await readJson(join(out, stampFile))).contents as Contents;

/**
 * Builds the module's package into a folder, unless sources, options and output are unchanged since
 * the last build.
 *
 * @throws an Error with the bundler's report if the sources do not build or evaluate.
 */
export const buildModule = async (
  options: BuildOptions,
): Promise<{ out: string; bytes: number; built: boolean }> => {
  const out = resolve(options.out);
  const environment = bundleEnvironment(options);
  const listed = await Promise.all(inputs.map((path) => listFiles(root, path)));
  const files = listed.flat().filter((path) => !isTest(path));
  const inputHash = createHash('sha256')
    .update(await hashFiles(root, files))
    .update(JSON.stringify(environment))
    .digest('hex');

  const stamp = await readJson(join(out, stampFile)).catch(() => null);
  const bundle = join(out, 'bundle.js');
  if (stamp?.inputs === inputHash) {
    const outputHash = await hashFiles(out, await outputsOf(out)).catch(() => null);
    if (stamp.outputs === outputHash)
      return { out, bytes: (await stat(bundle)).size, built: false };
  }

  await claim(out);
  const stages = join(root, 'node_modules/.cache/xnet');
  await mkdir(stages, { recursive: true });
  const folder = await mkdtemp(join(stages, 'stage-'));
  const stage = join(folder, 'package');
  const contentsFile = join(folder, 'contents.json');
  let contents: Contents;
  // The tool leaves behind the folder in which it evaluates the bundle.
  const temporary = join(folder, 'temporary');
  try {
    await mkdir(temporary);
    await standOnFloor(folder);
    await copyPackage(stage);
    // Its other entry finds a file by an encoded path, which fails if that contains a space.
    const cli = join(root, 'node_modules/@metamask/snaps-cli/dist/main.cjs');
    const { code, output } = await run(process.execPath, [cli, 'build'], {
      cwd: root,
      env: {
        ...process.env,
        ...environment,
        XNET_STAGE: stage,
        XNET_CONTENTS: contentsFile,
        TMPDIR: temporary,
        FORCE_COLOR: '0',
      },
    });
    if (code !== 0) throw new Error(`The module does not build.\n${output.trim()}`);
    await checkPermissions(stage);
    contents = (await readJson(contentsFile)) as Contents;
    await moveInto(stage, out);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const outputs = await hashFiles(out, await outputsOf(out));
  await writeJson(join(out, stampFile), { inputs: inputHash, outputs, contents });
  return { out, bytes: (await stat(bundle)).size, built: true };
};
