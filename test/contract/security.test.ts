import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { transformSync } from '@swc/core';
import { sectionsOfSecurity, testsOfSecurity } from '../../scripts/build/promises';
import { root } from '../../scripts/root';
import { mutants, mutated } from '../mutants/mutants';

const sections = sectionsOfSecurity();
const named = testsOfSecurity();

describe('docs/understand/security.md', () => {
  it('numbers 36 threats, and the promises of each section from 1', () => {
    const ids = sections.map(({ title }) => title.split(' ')[0] ?? '');
    expect(ids.slice(0, 36)).toEqual(Array.from({ length: 36 }, (_, index) => `T${index + 1}`));
    for (const [index, { promises }] of sections.entries()) {
      expect(promises.length).toBeGreaterThan(0);
      expect(promises.map(({ id }) => id)).toEqual(
        promises.map((_, place) => `${ids[index]}.${place + 1}`),
      );
    }
  });

  // @promise P19.1
  it('finds a test with the id of each promise, and no id without a promise', () => {
    expect(named.length).toBeGreaterThan(400);
    expect(named.filter(({ name }) => name === '')).toEqual([]);
    const ids = sections.flatMap(({ promises }) => promises.map(({ id }) => id));
    expect([...new Set(named.map(({ id }) => id))].sort()).toEqual([...ids].sort());
  });
});

describe('the mutants', () => {
  const changed = mutants.map((mutant) => ({ ...mutant, source: mutated(mutant) }));

  it('counts eighty mutants at least, each with a name of its own', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(80);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  // @promise P19.1
  it('finds once what each mutant replaces', () => {
    const misplaced = changed.filter(({ source }) => source === undefined);
    expect(misplaced.map(({ name, at }) => `${name}: ${at}`)).toEqual([]);
  });

  it('leaves code that can be read, so that it is the test that fails', () => {
    const unreadable = changed.filter(({ file, source = '' }) => {
      try {
        transformSync(source, {
          jsc: { parser: { syntax: 'typescript', tsx: file.endsWith('x') } },
        });
        return false;
      } catch {
        return true;
      }
    });
    expect(unreadable.map(({ name }) => name)).toEqual([]);
  });

  it('kills mutants by tests that the page names', () => {
    const files = new Set(named.map(({ file }) => file));
    const unnamed = mutants.flatMap(({ tests }) => tests.filter((file) => !files.has(file)));
    expect([...new Set(unnamed)]).toEqual([]);
  });

  it('names tests that exist', () => {
    for (const { tests } of mutants) {
      expect(tests.length).toBeGreaterThan(0);
      for (const file of tests) expect(readFileSync(join(root, file), 'utf8')).toContain('expect(');
    }
  });
});
