import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';

const next = join(root, 'connect/next');
/** The rules of a new project of Next. */
const config = `import { defineConfig } from 'eslint/config';
import vitals from 'eslint-config-next/core-web-vitals';
import typescript from 'eslint-config-next/typescript';
export default defineConfig([...vitals, ...typescript]);
`;
/** READMEs with examples for a dapp, besides the guides in `docs/develop`. */
const readmes = ['connect/README.md', 'connect/testing/README.md'];

let folder: string;
beforeAll(async () => {
  await mkdir(join(next, '.cache'), { recursive: true });
  folder = await mkdtemp(join(next, '.cache/lint-'));
  await mkdir(join(folder, 'app'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Example = { ending: string; code: string };

/** The guide to failures is one file: each example is a test after the lines that begin it. */
const asOneFile = ([beginning, ...examples]: Example[]): Example[] => [
  {
    ending: 'ts',
    code: [
      beginning?.code,
      ...examples.map(({ code }) => `it('shows a failure', async () => {\n${code}});\n`),
    ].join(''),
  },
];

/** Writes each whole file of a page; a line that goes into one is none. @returns how many there are */
async function writeExamples(page: string): Promise<number> {
  const text = await readFile(join(root, page), 'utf8');
  const examples = [...text.matchAll(/```(tsx?)\n(.*?)```/gsu)].map(
    ([, ending = '', code = '']) => ({ ending, code }),
  );
  const files = page.endsWith('failures.md')
    ? asOneFile(examples)
    : examples.filter(({ code }) => /^(?:import|export) /mu.test(code));
  for (const [index, { ending, code }] of files.entries())
    await writeFile(join(folder, 'app', `${page.replaceAll('/', '-')}-${index}.${ending}`), code);
  return files.length;
}

describe('the lint of a new project of Next', () => {
  it('finds nothing wrong in the examples of the guides', async () => {
    const guides = (await readdir(join(root, 'docs/develop'))).filter((name) =>
      name.endsWith('.md'),
    );
    const pages = [...readmes, ...guides.map((name) => `docs/develop/${name}`)];
    const counts = await Promise.all(pages.map(writeExamples));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(15);
    await writeFile(join(folder, 'eslint.config.mjs'), config);
    const eslint = join(next, 'node_modules/eslint/bin/eslint.js');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [eslint, '--max-warnings', '0', '.'],
      { cwd: folder },
    ).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  }, 120_000);
});
