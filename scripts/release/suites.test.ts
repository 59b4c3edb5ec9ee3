import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openResults } from '../results';
import { isFailed, isMissing, runSuites } from './suites';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xnet-suites-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const wish = {
  wanted: '',
  isDry: true,
  commit: 'a',
  keepsEarlier: false,
};

/** Runs all suites with results in a file; those whose names have the text fail. */
function open(failing = 'none') {
  const ran: string[] = [];
  const run = async (name: string, words: readonly string[]) => {
    ran.push(name);
    const figure = name.includes(failing) ? 'FAILED with code 1: x' : '5 passed';
    return { name, command: `npm ${words.join(' ')}`, minutes: 1, figure };
  };
  const take = (changes: Partial<typeof wish> = {}) =>
    runSuites({ ...wish, ...changes }, openResults(join(folder, 'results.json')), run);
  return { ran, take };
}

describe('runSuites', () => {
  it('runs every suite once on a commit, and notes which', async () => {
    const { ran, take } = open();
    const results = await take();
    expect(ran).toHaveLength(results.length);
    expect(results.every(({ commit, figure }) => commit === 'a' && figure === '5 passed')).toBe(
      true,
    );
    expect(await open().take()).toEqual(results);
  });

  it('goes on with those that failed or did not run', async () => {
    const first = await open('Attacks').take();
    expect(first.filter(isFailed)).toHaveLength(1);
    const { ran, take } = open();
    await take();
    expect(ran).toEqual(['Attacks on the service']);
  });

  it('runs all again on another commit, unless earlier ones count', async () => {
    const { length } = await open().take();
    const secondRun = open();
    const results = await secondRun.take({ commit: 'b', keepsEarlier: true });
    expect(secondRun.ran).toEqual([]);
    expect(results.every(({ commit }) => commit === 'a')).toBe(true);
    const { ran, take } = open();
    await take({ commit: 'b' });
    expect(ran).toHaveLength(length);
  });

  it('runs less of what could go on for a day in a dry run, unless the whole has run', async () => {
    const commandsOf = async (isDry: boolean) => {
      const results = await open().take({ isDry });
      return ['Mutants', 'An hour'].map(
        (text) => results.find(({ name }) => name.includes(text))?.command,
      );
    };
    const wholeCommands = ['npm run test:mutants -- --core', 'npm run endurance -- faultyHour'];
    expect(await commandsOf(true)).toEqual([
      `${wholeCommands[0]} --share 0.01`,
      `${wholeCommands[1]} --share 0.1`,
    ]);
    expect(await commandsOf(false)).toEqual(wholeCommands);
    expect(await commandsOf(true)).toEqual(wholeCommands);
  });

  it('runs those alone whose name has a text, beside results that another run adds', async () => {
    const { ran, take } = open();
    await take({ wanted: 'Attacks' });
    await open().take({ wanted: 'Promises' });
    expect(ran).toEqual(['Attacks on the service']);
    const results = await open().take({ wanted: 'none of these' });
    expect(results.filter((result) => !isMissing(result))).toHaveLength(2);
  });
});
