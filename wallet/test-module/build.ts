// Builds the test module, or another one: tsx build.ts <folder> <label> <version> <entry>. The
// label makes builds differ.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_NPM_REGISTRY } from '@metamask/snaps-controllers/node';
import {
  type FetchedSnapFiles,
  getPlatformVersion,
  getSnapChecksum,
  VirtualFile,
} from '@metamask/snaps-utils';
import { build } from 'esbuild';

const packageName = '@xnet/module';
const source = join(__dirname, 'module.tsx');
const [folder, label = 'one', version = '0.1.0', entry = source] = process.argv.slice(2);
const manifest = {
  version,
  description: 'A module for tests.',
  proposedName: 'Test module',
  repository: { type: 'git', url: 'https://example.org/test.git' },
  source: {
    shasum: '',
    location: {
      npm: {
        filePath: 'bundle.js',
        iconPath: 'icon.svg',
        packageName,
        registry: DEFAULT_NPM_REGISTRY.toString(),
      },
    },
  },
  initialPermissions: {
    'endowment:rpc': { dapps: true, snaps: false },
    'endowment:network-access': {},
    'endowment:page-home': {},
    'endowment:cronjob': { jobs: [] },
    // A wallet starts a module with lifecycle hooks together with itself.
    ...(entry === source && { 'endowment:lifecycle-hooks': {} }),
    snap_dialog: {},
    snap_notify: {},
    snap_manageState: {},
    snap_getBip44Entropy: [{ coinType: 9004 }],
    snap_getBip32Entropy: [{ path: ['m', "44'", "9004'", "0'", '0'], curve: 'secp256k1' }],
  },
  platformVersion: getPlatformVersion(),
  manifestVersion: '0.1',
};
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#3b6fb6"/></svg>';

async function writeModule(folder: string, label: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'cjs',
    target: 'es2022',
    minify: true,
    jsx: 'automatic',
    jsxImportSource: '@metamask/snaps-sdk',
    define: { 'process.env': JSON.stringify({ BUILD_LABEL: label }) },
    logLevel: 'error',
  });
  const bundle = outputFiles[0]?.text ?? '';

  const file = (path: string, value: string) => new VirtualFile({ path, value });
  const files: FetchedSnapFiles = {
    manifest: new VirtualFile({
      path: 'snap.manifest.json',
      value: JSON.stringify(manifest),
      result: manifest as never, // its shape is checked when it is installed
    }),
    sourceCode: file('bundle.js', bundle),
    svgIcon: file('icon.svg', icon),
    auxiliaryFiles: [],
    localizationFiles: [],
  };
  manifest.source.shasum = await getSnapChecksum(files);

  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'bundle.js'), bundle);
  await writeFile(join(folder, 'icon.svg'), icon);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: packageName, version }));
  await writeFile(join(folder, 'snap.manifest.json'), JSON.stringify(manifest, null, 2));
}

if (folder === undefined) throw new Error('The folder is missing.');
void writeModule(folder, label);
