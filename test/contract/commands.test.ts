import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';

type Scripts = Record<string, string>;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const scriptsOf = (folder: string): Scripts =>
  (JSON.parse(read(join(folder, 'package.json'))) as { scripts: Scripts }).scripts;

const own = scriptsOf('.');

/** Like a fresh clone: what is plain Node, and no package. */
let clone: string;
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'xnet-clone-'));
  cpSync(join(root, 'scripts'), join(clone, 'scripts'), { recursive: true });
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

/** The command as npm would give it to a shell, without one: nothing in them needs it. */
const run = (command: string, ...args: string[]): string => {
  const [, ...own] = command.split(' ');
  return execFileSync(process.execPath, [...own, ...args], { cwd: clone, encoding: 'utf8' });
};

describe('the commands of the root', () => {
  it.each(Object.entries(own))('%s installs what it needs by itself', (_name, command) => {
    expect(command).toMatch(/^node scripts\/setup\.mjs (--\w+ )*scripts\/\w+\/\w+\.ts$/u);
  });

  it.each(Object.entries(own))('%s tells its use on a fresh clone', (name, command) => {
    const call = ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`;
    const told = run(command, '--help');
    expect(told.split('\n')[0]).toMatch(new RegExp(`^Usage: ${call}(?: -- .+)?$`, 'u'));
    for (const line of told.split('\n')) expect([line, line.length <= 110]).toEqual([line, true]);
  });

  it('are those that README names, each', () => {
    const named = [...read('README.md').matchAll(/`npm (?:run )?([\w:]+)`/gu)];
    expect(new Set(named.map(([, name]) => name))).toEqual(new Set(Object.keys(own)));
  });
});

describe('the commands of the other folders', () => {
  it.each(['clients', 'connect', 'dapp', 'service', 'wallet'])(
    'of %s install what they need by themselves',
    (folder) => {
      for (const [name, command] of Object.entries(scriptsOf(folder))) {
        // Run in the image of the service, where the packages are installed before.
        if (folder === 'service' && name === 'build') continue;
        expect([name, command]).toEqual([
          name,
          expect.stringMatching(/^node \.\.\/scripts\/setup\.mjs --packages /u),
        ]);
      }
    },
  );
});
