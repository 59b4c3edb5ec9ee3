import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import {
  cacheFolder,
  devnetFolder,
  devnetVersion,
  findDevnet,
  onPath,
  quickDevnetFolder,
  versionOfDevnet,
} from './machine.mjs';

const say = (line) => process.stderr.write(`${line}\n`);
/**
 * Optimises only what a chain's work is made of: 10 minutes instead of 25 on two cores, for a node
 * whose own time per transaction is 1.6 to 1.9 times as long.
 */
const quickProfile = `[profile.release]
opt-level = 0
lto = "off"
codegen-units = 16
debug = 0
strip = true
[profile.release.build-override]
opt-level = 0
codegen-units = 64
${[
  'cairo-vm',
  'starknet-types-core',
  'starknet-crypto',
  'lambdaworks-math',
  'num-bigint',
  'lambdaworks-crypto',
  'num-integer',
  'indexmap',
  'hashbrown',
]
  .map((name) => [name, 3])
  .concat([
    ['blockifier', 2],
    ['serde_json', 2],
    ['starknet_api', 1],
  ])
  .map(([name, level]) => `[profile.release.package.${name}]\nopt-level = ${level}`)
  .join('\n')}
`;
const reachMs = 10_000;
const downloadMs = 5 * 60_000;

/** Runs in a separate process, so that a hanging download can be killed. */
const download = `
  import { createRequire } from 'node:module';
  const require = createRequire(process.argv[1]);
  const { VersionHandler } = require('starknet-devnet/dist/version-handler');
  VersionHandler.localStoragePath = process.argv[2];
  const version = 'v' + process.argv[3];
  await VersionHandler.getArchivedExecutableUrl(version);
  process.stdout.write('reached\\n');
  process.stdout.write('path ' + (await VersionHandler.getExecutable(version)) + '\\n');
`;

const finish = (program) => {
  const folder = join(devnetFolder(), 'bin');
  mkdirSync(folder, { recursive: true });
  const target = join(folder, 'starknet-devnet');
  cpSync(program, `${target}.new`);
  chmodSync(`${target}.new`, 0o755);
  renameSync(`${target}.new`, target);
};

/** @returns true if a released program for this machine was downloaded and runs. */
const downloadDevnet = (root) =>
  new Promise((resolve) => {
    say(`Layer-2 node: looking for a released starknet-devnet ${devnetVersion} …`);
    const storage = join(cacheFolder(), 'devnet-releases');
    rmSync(storage, { recursive: true, force: true });
    mkdirSync(storage, { recursive: true });
    const script = ['--input-type=module', '-e', download, '--'];
    const child = spawn(
      process.execPath,
      [...script, join(root, 'package.json'), storage, devnetVersion],
      { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    let timer = setTimeout(() => child.kill('SIGKILL'), reachMs);
    let output = '';
    child.stdout.on('data', (chunk) => {
      const reached = output.includes('reached');
      output += chunk;
      if (reached || !output.includes('reached')) return;
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), downloadMs);
    });
    child.on('close', () => {
      clearTimeout(timer);
      const program = /^path (.+)$/m.exec(output)?.[1];
      const runs = program !== undefined && versionOfDevnet(program) === devnetVersion;
      if (runs) finish(program);
      rmSync(storage, { recursive: true, force: true });
      say(
        runs
          ? 'Layer-2 node: downloaded.'
          : 'Layer-2 node: no release could be downloaded (none for this machine, or its server is unreachable).',
      );
      resolve(runs);
    });
  });

/** Shows how far the build is, without an estimate: the last few crates take as long as hundreds before. */
const showProgress = (started, onProgress) => {
  let shown = 0;
  return (done, total) => {
    const now = Date.now();
    onProgress({ done, total });
    if (now - shown < (process.stderr.isTTY ? 1_000 : 30_000)) return;
    shown = now;
    const line = `  ${done} of ${total} crates, ${Math.floor((now - started) / 60_000)} min elapsed`;
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[2K${line}` : `${line}\n`);
  };
};

/**
 * Builds the node from its published source. An interrupted build resumes where it was.
 *
 * @throws an Error with the compiler's last lines.
 */
const buildDevnet = ({ isFull, onProgress }) =>
  new Promise((resolve, reject) => {
    const cargo = onPath('cargo');
    if (cargo === undefined) {
      reject(
        new Error(
          'No layer-2 node, and no Rust to build one. Install Rust (rustup) and run this again, set STARKNET_DEVNET to a starknet-devnet program, or use a running node: npm start -- --l2-url URL',
        ),
      );
      return;
    }
    const target = join(cacheFolder(), isFull ? 'devnet-build' : 'devnet-quick-build');
    say(
      existsSync(target)
        ? `Layer-2 node: resuming the build of starknet-devnet ${devnetVersion} …`
        : `Layer-2 node: building starknet-devnet ${devnetVersion} with cargo, only once on this machine …`,
    );
    const version = ['--version', devnetVersion, '--locked'];
    const folder = isFull ? devnetFolder() : quickDevnetFolder();
    const profile = join(cacheFolder(), 'devnet-quick.toml');
    mkdirSync(cacheFolder(), { recursive: true });
    writeFileSync(profile, quickProfile);
    const quick = isFull ? [] : ['--config', profile];
    const args = ['install', 'starknet-devnet', ...version, '--root', folder, ...quick];
    // Behind whatever else starts meanwhile.
    const nice = onPath('nice');
    const [program, ...before] = nice === undefined ? [cargo] : [nice, '-n', '10', cargo];
    const child = spawn(program, [...before, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        CARGO_TARGET_DIR: target,
        // Cargo's progress, even when its output is not a terminal.
        CARGO_TERM_PROGRESS_WHEN: 'always',
        CARGO_TERM_PROGRESS_WIDTH: '80',
        CARGO_TERM_COLOR: 'never',
      },
    });
    const stop = () => child.kill('SIGTERM');
    process.once('exit', stop);
    const progress = showProgress(Date.now(), onProgress);
    let tail = '';
    child.stderr.on('data', (chunk) => {
      tail = `${tail}${chunk}`.slice(-4_000);
      const counts = [...`${chunk}`.matchAll(/(\d+)\/(\d+)(?=[:\s])/g)].at(-1);
      if (counts && `${chunk}`.includes('Building')) progress(Number(counts[1]), Number(counts[2]));
    });
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', stop);
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K');
      if (code === 0) {
        rmSync(target, { recursive: true, force: true });
        say('Layer-2 node: built.');
        resolve();
        return;
      }
      const lines = tail
        .split(/[\r\n]+/)
        .filter((line) => line.trim() && !/^\s*Building \[/.test(line));
      reject(
        new Error(
          `The layer-2 node failed to build:\n${lines.slice(-15).join('\n')}\nAs a workaround, set STARKNET_DEVNET to a starknet-devnet program, or use a running node: npm start -- --l2-url URL`,
        ),
      );
    });
  });

/**
 * Installs the layer-2 node, unless there is one: a released program, else a build.
 *
 * @param isFull true to build it as released, which benchmarks need
 * @param onProgress called while it is built, with crates done and in all
 */
export const findOrMakeDevnet = async (root, { isFull = false, onProgress = () => {} } = {}) => {
  if (findDevnet({ isFull }) !== undefined) return;
  if (process.env.STARKNET_DEVNET) {
    throw new Error(`STARKNET_DEVNET names no program: ${process.env.STARKNET_DEVNET}`);
  }
  const waiting = (pid) => say(`Layer-2 node: process ${pid} is installing it; waiting …`);
  await withLock('devnet', waiting, async () => {
    if (findDevnet({ isFull }) !== undefined) return;
    if (!(await downloadDevnet(root))) await buildDevnet({ isFull, onProgress });
    if (findDevnet({ isFull }) === undefined)
      throw new Error('The layer-2 node does not run on this machine.');
  });
};
