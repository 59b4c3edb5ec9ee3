import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { typed } from '../../scripts/check/checks';
import { root } from '../../scripts/root';
import { codeFiles } from './sources';

const tests = codeFiles.filter((file) => /\.test\.tsx?$/u.test(file)).sort();
const amongTests = (files: readonly string[]) =>
  files
    .map((file) => relative(root, file))
    .filter((file) => tests.includes(file))
    .sort();

/** The files that a compiler project includes, without those that it only imports. */
function namedBy(folder: string): string[] {
  const { config } = ts.readConfigFile(`${root}/${folder}/tsconfig.json`, ts.sys.readFile);
  const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, `${root}/${folder}`);
  return fileNames;
}

describe('every test of the repository', () => {
  it('covers every test once by the check of types', () => {
    expect(tests).toContain('connect/browser/clients.test.ts');
    expect(amongTests(typed.flatMap(namedBy))).toEqual(tests);
  });

  it('runs every test in a project of Jest', () => {
    const jest = ['node_modules/jest/bin/jest.js', '--listTests', '--json'];
    const listed = execFileSync(process.execPath, jest, { cwd: root, encoding: 'utf8' });
    expect(amongTests(JSON.parse(listed) as string[])).toEqual(tests);
  });
});
