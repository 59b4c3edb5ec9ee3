import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  cacheFolder,
  devnetVersion,
  findChromium,
  findDevnet,
  findWholeChromium,
} from './machine.mjs';

const names = ['PATH', 'CARGO_HOME', 'XDG_CACHE_HOME', 'STARKNET_DEVNET', 'CHROMIUM'];
const saved = Object.fromEntries(names.map((name) => [name, process.env[name]]));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xnet-machine-'));
  for (const name of names) delete process.env[name];
  process.env.PATH = join(folder, 'bin');
  process.env.XDG_CACHE_HOME = join(folder, 'cache');
  process.env.CARGO_HOME = join(folder, 'cargo');
});
afterEach(() => {
  for (const name of names) {
    if (saved[name] === undefined) delete process.env[name];
    else process.env[name] = saved[name];
  }
  rmSync(folder, { recursive: true, force: true });
});

const program = (path: string, says = ''): string => {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho '${says}'\n`);
  chmodSync(file, 0o755);
  return file;
};
const devnet = (path: string, version = devnetVersion) =>
  program(path, `starknet-devnet ${version}`);

describe('findDevnet', () => {
  it('returns undefined if no devnet is installed', () => {
    expect(findDevnet()).toBeUndefined();
  });

  it('prefers the one on the path to the ones that were built', () => {
    const built = devnet('cargo/bin/starknet-devnet');
    expect(findDevnet()).toBe(built);
    const cached = devnet(`cache/xnet/devnet-${devnetVersion}/bin/starknet-devnet`);
    expect(findDevnet()).toBe(cached);
    const onPath = devnet('bin/starknet-devnet');
    expect(findDevnet()).toBe(onPath);
  });

  it('passes over a version that the tests do not know, and over what does not run', () => {
    devnet('bin/starknet-devnet', '0.6.0');
    program(`cache/xnet/devnet-${devnetVersion}/bin/starknet-devnet`, 'something else');
    const built = devnet('cargo/bin/starknet-devnet', '0.10.9');
    expect(findDevnet()).toBe(built);
  });

  it('prefers a quick build last, and never if a full one is needed', () => {
    const quick = devnet(`cache/xnet/devnet-${devnetVersion}-quick/bin/starknet-devnet`);
    expect(findDevnet()).toBe(quick);
    expect(findDevnet({ isFull: true })).toBeUndefined();
    const built = devnet('cargo/bin/starknet-devnet');
    expect([findDevnet(), findDevnet({ isFull: true })]).toEqual([built, built]);
  });

  it('uses STARKNET_DEVNET as it is, and nothing else if that names no program', () => {
    devnet('bin/starknet-devnet');
    process.env.STARKNET_DEVNET = program('own/node', 'own build');
    expect(findDevnet()).toBe(join(folder, 'own/node'));
    process.env.STARKNET_DEVNET = join(folder, 'own');
    expect(findDevnet()).toBeUndefined();
  });
});

describe('findChromium', () => {
  it('prefers CHROMIUM, then the first browser on the path, the one without windows before others', () => {
    const chrome = program('bin/google-chrome');
    expect(findChromium()).toBe(chrome);
    const chromium = program('bin/chromium');
    expect(findChromium()).toBe(chromium);
    const shell = program('bin/chromium-headless-shell');
    expect(findChromium()).toBe(shell);
    process.env.CHROMIUM = program('own/browser');
    expect(findChromium()).toBe(join(folder, 'own/browser'));
  });
});

describe('findWholeChromium', () => {
  it('passes over the browser without windows, which runs no extensions', () => {
    program('bin/chromium-headless-shell');
    expect(findWholeChromium()).toBeUndefined();
    const chromium = program('bin/chromium');
    expect(findWholeChromium()).toBe(chromium);
    process.env.CHROMIUM = program('own/browser');
    expect(findWholeChromium()).toBe(join(folder, 'own/browser'));
  });
});

describe('cacheFolder', () => {
  it('ignores a relative XDG_CACHE_HOME, as the standard says', () => {
    process.env.XDG_CACHE_HOME = 'cache';
    expect(cacheFolder()).toBe(join(homedir(), '.cache', 'xnet'));
  });
});
