import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const guides = readdirSync(join(root, 'docs/develop')).filter((name) => name.endsWith('.md'));
/** Packages that the template of a page brings, in its own version. */
const ofTemplates = ['react', 'next'];

/** The package of each import of a page's examples, without ours. */
const importedPackages = (text: string): string[] => {
  const examples = [...text.matchAll(/```tsx?\n(.*?)```/gsu)].map(([, code = '']) => code);
  const names = examples.flatMap((code) =>
    [...code.matchAll(/from '((?:@[^/']+\/)?[^./'][^/']*)/gu)].map(([, name = '']) => name),
  );
  return [...new Set(names)].filter(
    (name) => !name.startsWith('@xnet/') && !isBuiltin(name) && !ofTemplates.includes(name),
  );
};
const imports = guides.flatMap((guide) =>
  importedPackages(read(`docs/develop/${guide}`)).map((name) => [guide, name] as const),
);

/** The versions of a package with which its guides are tested. */
const testedMajors = (name: string): string[] => {
  const { dependencies } = JSON.parse(read('connect/foreign/package.json')) as {
    dependencies: Record<string, string>;
  };
  return Object.entries(dependencies).flatMap(([key, version]) =>
    key === name || version.startsWith(`npm:${name}@`)
      ? [/(\d+)\.\d+\.\d+$/u.exec(version)?.[1] ?? '']
      : [],
  );
};

describe('the guides', () => {
  it('imports packages of others in some examples', () => {
    expect(imports.length).toBeGreaterThanOrEqual(3);
  });

  it.each(imports)('names in %s the version of %s that the tests use', (guide, name) => {
    const line = new RegExp(`npm install [^\`]*${name}@(\\d+)`, 'u');
    const [, major = 'none'] = line.exec(read(`docs/develop/${guide}`)) ?? [];
    expect(testedMajors(name)).toContain(major);
  });
});
