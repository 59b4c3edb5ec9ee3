import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';

type Scripts = Record<string, string>;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const scriptsOf = (folder: string): Scripts =>
  (JSON.parse(read(join(folder, 'package.json'))) as { scripts?: Scripts }).scripts ?? {};

const own = scriptsOf('.');

/** Files that are committed or not ignored. */
const filesOf = (...patterns: string[]): string[] => {
  const which = ['--cached', '--others', '--exclude-standard', '--', ...patterns];
  const listed = execFileSync('git', ['ls-files', '-z', ...which], { cwd: root, encoding: 'utf8' });
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
};

/** The npm command for a script: by its name alone if that is one of npm's own commands. */
const callOf = (name: string): string =>
  ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`;

/** A fresh clone: the repository's files, without packages. */
let clone: string;
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'xnet-clone-'));
  for (const file of filesOf('*.mjs', '*package.json')) cpSync(join(root, file), join(clone, file));
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

/** Runs a command as npm passes it to a shell, but without the `exec` that replaces the shell. */
const run = (folder: string, command: string, ...args: string[]) => {
  const [become, program, ...own] = command.split(' ');
  expect([become, program]).toEqual(['exec', 'node']);
  const cwd = join(clone, folder);
  const { stdout, stderr, status } = spawnSync(process.execPath, [...own, ...args], {
    cwd,
    encoding: 'utf8',
    // An attempt to install packages finds no npm, and takes longer than this.
    env: { PATH: clone },
    timeout: 10_000,
  });
  return { told: stdout, stderr, status };
};

function expectUse(call: string, answer: ReturnType<typeof run>): void {
  expect(answer).toEqual({ told: expect.stringMatching(/^Usage: /u), stderr: '', status: 0 });
  const [first = '', ...others] = answer.told.split('\n');
  expect(first).toMatch(new RegExp(`^Usage: ${call}(?: -- .+)?$`, 'u'));
  for (const line of others) expect([line, line.length <= 110]).toEqual([line, true]);
}

describe('the commands of the root', () => {
  it.each(Object.entries(own))('installs what %s needs', (_name, command) => {
    expect(command).toMatch(/^exec node scripts\/setup\.mjs (--\w+ )*scripts\/\w+\/\w+\.ts$/u);
  });

  it.each(Object.entries(own))('prints the use of %s on a fresh clone', (name, command) => {
    for (const help of ['--help', '-h']) expectUse(callOf(name), run('.', command, help));
  });

  it('documents each command on the page of commands', () => {
    const named = [...read('docs/develop/commands.md').matchAll(/`npm (?:run )?([\w:]+)`/gu)];
    expect(new Set(named.map(([, name]) => name))).toEqual(new Set(Object.keys(own)));
  });
});

/** The scripts of all other packages, with npm's option that selects the package. */
const others = filesOf('*/package.json').flatMap((file) => {
  const folder = dirname(file);
  const isWorkspace = (JSON.parse(read('package.json')).workspaces as string[]).includes(folder);
  const option = `${isWorkspace ? '-w' : '--prefix'} ${folder}`;
  return Object.entries(scriptsOf(folder)).map(([name, command]) => ({
    folder,
    option,
    name,
    command,
  }));
});

describe('the commands of the other folders', () => {
  it.each(others)('installs what $folder: $name needs', ({ command }) => {
    expect(command).toMatch(/^exec node (?:\.\.\/)+scripts\/setup\.mjs --packages /u);
  });

  it.each(others)(
    'prints the use of $folder: $name on a fresh clone',
    ({ folder, option, name, command }) => {
      // npm runs it itself before packing the build's output.
      const call = name === 'prepack' ? 'build' : name;
      expectUse(`${callOf(call)} ${option}`, run(folder, command, '--help'));
    },
  );

  it('prints the use of a part of it on a fresh clone', () => {
    const command = scriptsOf('service').start ?? '';
    for (const words of [
      ['keys', '--help'],
      ['keys', 'create', '-h'],
    ]) {
      const { told, stderr, status } = run('service', command, ...words);
      expect([stderr, status]).toEqual(['', 0]);
      expect(told).toMatch(/^Usage: npm start -w service -- keys <command> /u);
    }
  });
});
