import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseSync } from '@swc/core';
import { testsOfSecurity } from '../../scripts/check/promised';
import { root } from '../../scripts/root';
import { mutants, timesFound } from '../mutants/mutants';

const document = readFileSync(join(root, 'docs/security.md'), 'utf8');
const named = testsOfSecurity();
const isQuoted = (text: string, name: string) =>
  ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}`));

describe('docs/security.md', () => {
  it('tells of every threat, and names a test for each', () => {
    const sections = document.split(/^### /mu).slice(1);
    const threats = sections.filter((section) => /^T\d+ /u.test(section));
    expect(threats.map((section) => section.split(' ')[0])).toEqual(
      Array.from({ length: 36 }, (_, index) => `T${index + 1}`),
    );
    for (const section of sections) expect(section).toMatch(/^- `[^`]+\.test\.tsx?`: /mu);
  });

  it('names tests that exist by that name', () => {
    expect(named.length).toBeGreaterThan(100);
    const missing = named.filter(({ file, name }) => {
      try {
        return !isQuoted(readFileSync(join(root, file), 'utf8'), name);
      } catch {
        return true;
      }
    });
    expect(missing).toEqual([]);
  });
});

describe('the mutants', () => {
  it('are eighty at least, each with a name of its own', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(80);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  it('apply: what they replace stands in the file once', () => {
    expect(mutants.filter((mutant) => timesFound(mutant) !== 1)).toEqual([]);
  });

  it('leave code that can be read, so that it is the test that fails', () => {
    const unreadable = mutants.filter(({ file, text, by }) => {
      const source = readFileSync(join(root, file), 'utf8').replace(text, () => by);
      try {
        parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') });
        return false;
      } catch {
        return true;
      }
    });
    expect(unreadable.map(({ name }) => name)).toEqual([]);
  });

  it('die by tests that the page names', () => {
    const files = new Set(named.map(({ file }) => file));
    const unnamed = mutants.flatMap(({ tests }) => tests.filter((file) => !files.has(file)));
    expect([...new Set(unnamed)]).toEqual([]);
  });

  it('have tests that exist', () => {
    for (const { tests } of mutants) {
      expect(tests.length).toBeGreaterThan(0);
      for (const file of tests) expect(readFileSync(join(root, file), 'utf8')).toContain('expect(');
    }
  });
});
