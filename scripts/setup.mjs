// All that a fresh machine needs, then the script that was asked for:
//   node scripts/setup.mjs [--packages] [--full] [--browser] [--engines] [--extension] [--redis] [--proxies] [--foreign] [--next] [--newest] [--runtime] [--mutation] [--site] [--release] [--here] [script.ts [its arguments]]
// `--packages`: the packages alone, for scripts that need no layer-2 node.
// `--extension`: a Chromium with windows, which the wallet's extension needs; also an option of npm start.
// `--engines`: Firefox and WebKit, by the names of Debian's packages.
// `--full`: a layer-2 node built as released, for benchmarks; any other will do for all else.
// `--here`: relative paths count from where npm was called, which runs scripts in their package's folder.
// `--foreign`: what dapps connect by and others wrote, for the test of `connect/` that drives it and its types.
// `--next`: a framework that renders pages on a server, for the test of a guide.
// `--newest`: the newest packages of the wallet's vendor, which the developer wallet is tested with as well.
// `--runtime`: the Node of the service's container, on which some of its tests run as well.
// `--mutation`: the tool that mutates the signing core.
// `--release`: what packs archives and writes bills of materials.
// `--site`: what builds the documentation as a site.
// Plain Node, because it runs before any package is installed. Safe to interrupt and to run again.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findOrMakeDevnet } from './setup/installDevnet.mjs';
import { withLock } from './setup/lock.mjs';
import {
  cacheFolder,
  findChromium,
  findWholeChromium,
  headlessShell,
  onPath,
} from './setup/machine.mjs';
import { arePackagesInstalled } from './setup/packages.mjs';
import { usages } from './setup/usages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const minimumNode = [20, 19];

// On stderr, since some scripts print only JSON on stdout.
const say = (line) => process.stderr.write(`${line}\n`);

/** Asynchronous, so that the lock's heartbeat and Ctrl-C keep working. @returns the exit code */
const run = (command, args, options) =>
  new Promise((done) => {
    const child = spawn(command, args, options);
    child.on('error', () => done(null));
    child.on('close', done);
  });

const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > minimumNode[0] || (major === minimumNode[0] && minor >= minimumNode[1])) return;
  throw new Error(
    `Node ${minimumNode.join('.')} or newer is needed; this is ${process.versions.node}.`,
  );
};

const installPackages = async (folder, name) => {
  if (arePackagesInstalled(folder)) return;
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const waiting = (pid) => say(`Packages (${name}): process ${pid} is installing them; waiting …`);
  await withLock(`packages-${id}`, waiting, async () => {
    if (arePackagesInstalled(folder)) return;
    say(`Packages (${name}): installing …`);
    // From nothing, as `npm ci` does, so that an interrupted installation leaves no half package.
    const { workspaces = [] } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const part of ['.', ...workspaces]) {
      await rm(join(folder, part, 'node_modules'), { recursive: true, force: true });
    }
    // Not `npm ci`: it fails if the lockfile lacks packages for other systems, which happens after
    // an update on a machine whose registry has none. Versions still come from the lockfile.
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
    const code = await run('npm', args, { cwd: folder, stdio: ['inherit', 2, 2] });
    if (code !== 0) {
      throw new Error(
        `\`npm ${args.join(' ')}\` in ${folder} failed with code ${code}; see the reason above. Fix it and run the command again.`,
      );
    }
  });
};

/** Uses the package manager if this process may; the caller checks whether it helped. */
const installSystemPackage = async (name, line) => {
  const apt = onPath('apt-get');
  if (apt === undefined || process.getuid?.() !== 0) return;
  say(line);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env };
  await run(apt, ['update', '-qq'], quiet);
  await run(apt, ['install', '-y', '-qq', '--no-install-recommends', name], quiet);
};

const hasRedis = () => (onPath('valkey-server') ?? onPath('redis-server')) !== undefined;

const findOrInstallRedis = async () => {
  if (hasRedis()) return;
  await installSystemPackage(
    'redis-server',
    'Redis: installing with apt-get, for the service tests …',
  );
  if (!hasRedis())
    throw new Error('The service tests need a Valkey or Redis server: install one of them.');
};

/** Balancers whose sample configurations the tests of the service run. */
const findOrInstallProxies = async () => {
  for (const name of ['nginx', 'haproxy']) {
    if (onPath(name) !== undefined) continue;
    await installSystemPackage(name, `${name}: installing with apt-get, for the service tests …`);
    if (onPath(name) === undefined)
      throw new Error(`The service tests need ${name}: install it, so that it is on the PATH.`);
  }
};

/** Programs of the other engines of browsers, and the display that WebKit's driver needs. */
const findOrInstallEngines = async () => {
  const packages = {
    'firefox-esr': 'firefox-esr',
    WebKitWebDriver: 'webkit2gtk-driver',
    Xvfb: 'xvfb',
  };
  for (const [program, name] of Object.entries(packages)) {
    if (onPath(program) !== undefined) continue;
    await installSystemPackage(
      name,
      `${name}: installing with apt-get, for the tests of engines …`,
    );
    if (onPath(program) === undefined)
      throw new Error(
        `The tests of engines need ${program}, of Debian's package ${name}: install it, so that it is on the PATH.`,
      );
  }
};

const findOrInstallChromium = async () => {
  if (process.env.CHROMIUM && findChromium() === undefined) {
    throw new Error(`CHROMIUM names no program: ${process.env.CHROMIUM}`);
  }
  if (process.env.CHROMIUM || onPath(headlessShell) !== undefined) return;
  const line = 'installing with apt-get, for the browser tests …';
  const tried = join(cacheFolder(), `no-${headlessShell}`);
  // If it is unavailable, any Chromium will do, and the installation is not attempted again.
  if (!existsSync(tried)) {
    await installSystemPackage(headlessShell, `Chromium without windows: ${line}`);
    if (onPath(headlessShell) !== undefined) return;
    mkdirSync(cacheFolder(), { recursive: true });
    writeFileSync(tried, '');
  }
  if (findChromium() === undefined) await installSystemPackage('chromium', `Chromium: ${line}`);
  if (findChromium() === undefined) {
    throw new Error(
      'The browser tests need Chromium or Chrome: install it, or set CHROMIUM to its program.',
    );
  }
};

const findOrInstallWholeChromium = async () => {
  if (findWholeChromium() === undefined)
    await installSystemPackage(
      'chromium',
      "Chromium: installing with apt-get, for the wallet's extension …",
    );
  if (findWholeChromium() === undefined)
    throw new Error(
      "The wallet's extension needs Chromium or Chrome: install it, or set CHROMIUM to its program.",
    );
};

const runScript = async (script, args) => {
  const tsx = import.meta.resolve('tsx');
  await import(tsx);
  // Processes that the script forks must also read TypeScript.
  process.execArgv.push('--import', tsx);
  const path = resolve(root, script);
  process.argv = [process.execPath, path, ...args];
  await import(pathToFileURL(path).href);
};

const main = async (argv) => {
  const scriptAt = argv.findIndex((each) => !each.startsWith('--'));
  const own = scriptAt === -1 ? argv : argv.slice(0, scriptAt);
  const [script, ...args] = scriptAt === -1 ? [] : argv.slice(scriptAt);
  const usage = usages[`${script} ${args[0]}`] ?? usages[script];
  if (usage !== undefined && (args.includes('--help') || args.includes('-h'))) {
    process.stdout.write(usage);
    return {};
  }
  checkNode();
  await installPackages(root, 'module and dapp');
  await Promise.all([
    installPackages(join(root, 'wallet'), 'developer wallet'),
    own.includes('--foreign') && installPackages(join(root, 'connect/foreign'), 'dapps’ libraries'),
    own.includes('--next') && installPackages(join(root, 'connect/next'), 'Next'),
    own.includes('--site') && installPackages(join(root, 'docs/site'), 'documentation'),
    own.includes('--release') &&
      installPackages(join(root, 'scripts/release/tools'), 'tools of a release'),
    own.includes('--mutation') && installPackages(join(root, 'test/mutation'), 'mutation'),
    own.includes('--runtime') &&
      installPackages(join(root, 'service/runtime'), 'Node of the service'),
    own.includes('--newest') &&
      installPackages(join(root, 'wallet/newest'), 'newest packages of wallets'),
  ]);
  const hasNode = args.some((arg) => /^--l2-url(=|$)/.test(arg));
  if (!own.includes('--packages') && !hasNode)
    await findOrMakeDevnet(root, { isFull: own.includes('--full') });
  if (own.includes('--browser')) await findOrInstallChromium();
  if (own.includes('--engines')) await findOrInstallEngines();
  const opensIt = script === 'scripts/start/start.ts' && args.includes('--extension');
  if (own.includes('--extension') || opensIt) await findOrInstallWholeChromium();
  if (own.includes('--redis')) await findOrInstallRedis();
  if (own.includes('--proxies')) await findOrInstallProxies();
  if (own.includes('--here') && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
  return { script, args };
};

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stopEarly);
function stopEarly() {
  say('\nInterrupted. Run the command again to continue.');
  // Through `exit`, which releases the lock and ends the build.
  process.exit(130);
}

try {
  const { script, args } = await main(process.argv.slice(2));
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stopEarly);
  if (script !== undefined) await runScript(script, args);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
