// Programs that this machine has. Plain Node, because it runs before any package is installed.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';

export const devnetVersion = '0.10.1';

/** Shared by all checkouts: the layer-2 node, and per checkout the wallet's data. */
export const cacheFolder = () => {
  const base = process.env.XDG_CACHE_HOME;
  return join(base && isAbsolute(base) ? base : join(homedir(), '.cache'), 'xnet');
};

/** Target of the release download, and of a build as the release's, which takes longest. */
export const devnetFolder = () => join(cacheFolder(), `devnet-${devnetVersion}`);

/** Target of a quick build: the node's own time is 1.6 to 1.9 times as long, good for all but benchmarks. */
export const quickDevnetFolder = () => `${devnetFolder()}-quick`;

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

export const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find(isExecutable);

/** The node's version, such as "0.10.1"; undefined if it is no such node or does not run. */
export const versionOfDevnet = (path) =>
  /^starknet-devnet (\S+)/.exec(
    spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 }).stdout ?? '',
  )?.[1];

const speaksOurVersion = (path) =>
  versionOfDevnet(path)?.startsWith(devnetVersion.replace(/\.\d+$/, '.')) ?? false;

/**
 * Path of the layer-2 node. STARKNET_DEVNET is used as is; any other must have a version that the
 * tests know. `isFull`: none that was built quickly.
 */
export const findDevnet = ({ isFull = false } = {}) => {
  const named = process.env.STARKNET_DEVNET;
  if (named) return isExecutable(named) ? named : undefined;
  const places = [
    onPath('starknet-devnet'),
    join(devnetFolder(), 'bin', 'starknet-devnet'),
    join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'bin', 'starknet-devnet'),
    ...(isFull ? [] : [join(quickDevnetFolder(), 'bin', 'starknet-devnet')]),
  ];
  return places.find((path) => path && isExecutable(path) && speaksOurVersion(path));
};

/** Chromium without windowing, which takes far less CPU time in tests. */
export const headlessShell = 'chromium-headless-shell';

/** A Chromium or Chrome for the browser tests. CHROMIUM is used as is. */
export const findChromium = () =>
  (!process.env.CHROMIUM && onPath(headlessShell)) || findWholeChromium();

/** One with windows, as extensions need. CHROMIUM is used as is. */
export const findWholeChromium = () => {
  const named = process.env.CHROMIUM;
  if (named) return isExecutable(named) ? named : undefined;
  const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const applications = [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return programs.map(onPath).find(Boolean) ?? applications.find(isExecutable);
};
