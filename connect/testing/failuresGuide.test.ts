import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ScriptTarget, transpileModule } from 'typescript';
import { root } from '../../scripts/root';
import * as connect from '../src/index';
import * as testing from './index';

const guide = readFileSync(join(root, 'docs/develop/failures.md'), 'utf8');
/** The guide's examples, each with the paragraph above it; the first one begins all others. */
const [[, beginning = ''] = [], ...examples] = guide
  .split('```\n')
  .filter((part) => part.includes('```ts\n'))
  .map((part) => part.split('```ts\n'))
  .map(([text = '', code = '']) => [text.trim().split('\n\n').at(-1) ?? '', code] as const);

/** Runs an example as it stands; the names that it imports are those of the packages. */
async function run(code: string): Promise<void> {
  const body = `(async () => {${`${beginning}${code}`.replaceAll(/^import .*\n/gmu, '')}})()`;
  const { outputText } = transpileModule(body, {
    compilerOptions: { target: ScriptTarget.ES2022 },
  });
  const names = { ...connect, ...testing, expect, beforeEach: (prepare: () => void) => prepare() };
  await new Function('names', `with (names) return ${outputText}`)(names);
}

describe('the guide to failures in tests', () => {
  it('shows an example of each failure, of ten lines at most', () => {
    expect(examples.length).toBeGreaterThanOrEqual(15);
    for (const [, code] of examples) expect(code.trim().split('\n').length).toBeLessThan(11);
  });

  it.each(examples)('runs the example: %s', async (_sentence, code) => {
    expect(code).toContain('expect(');
    await run(code);
  });
});
