import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const read = (name: string) => readFileSync(join(__dirname, name), 'utf8');
const index = read('index.ts');
const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');

/** What is published and is no type, with its file. */
const published = [...index.matchAll(/^export \{([^}]*)\} from '([^']+)';/gmu)].flatMap(
  ([, names = '', file = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => [name, file] as const),
);

describe('what is published', () => {
  it('finds the exports', () => {
    expect(published.length).toBeGreaterThan(20);
  });

  it.each(published)('shows an example above %s', (name, file) => {
    const text = read(`${file}.ts`);
    const above = text.split(
      new RegExp(`^export (?:async )?(?:function\\*?|const|class) ${name}\\b`, 'mu'),
    );
    expect(above).toHaveLength(2);
    expect(above[0]?.slice(above[0].lastIndexOf('/**'))).toMatch(
      /^\/\*\*(?:(?!\*\/)[\s\S])*@example .+\n(?:(?!\*\/)[\s\S])*\*\/\n$/u,
    );
  });

  it.each(published)('names %s in the README', (name) => {
    expect(readme).toMatch(new RegExp(`\\b${name}\\b`, 'u'));
  });
});
