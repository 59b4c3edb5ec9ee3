import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';

const folder = join(root, 'docs/understand/decisions');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const files = readdirSync(folder).filter((file) => file !== 'README.md');

describe('docs/understand/decisions', () => {
  it('lists each file once in the index, by the title that is its first line', () => {
    expect(files.length).toBeGreaterThan(40);
    const listed = [...read('README.md').matchAll(/^- \[(.+)\]\((.+)\)$/gmu)];
    const titled = files.map((file) => [read(file).split('\n')[0], file]);
    expect(listed.map(([, title, file]) => [`# ${title}`, file]).sort()).toEqual(titled.sort());
  });

  it('dates each decision, and keeps it within 25 lines', () => {
    for (const file of files) {
      const lines = read(file).trimEnd().split('\n');
      expect([file, lines[2]]).toEqual([file, expect.stringMatching(/^\d{4}-\d\d-\d\d$/u)]);
      expect([file, lines.length <= 25]).toEqual([file, true]);
    }
  });
});
