import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root';
import { type TaggedTest, taggedTests } from './taggedTests';

const PAGE = 'docs/understand/security.md';

type Promise = { readonly id: string; readonly text: string };
type Section = { readonly title: string; readonly promises: readonly Promise[] };

/** The sections of the page, `### T5 …`, with their promises, `- **T5.2** …`. */
export const sectionsOfSecurity = (): Section[] =>
  readFileSync(join(root, PAGE), 'utf8')
    .split(/^### /mu)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')),
      promises: [...section.matchAll(/^- \*\*([TP]\d+\.\d+)\*\* (.+)$/gmu)].map(
        ([, id = '', text = '']) => ({ id, text }),
      ),
    }));

export const testsOfSecurity = (): TaggedTest[] =>
  taggedTests().filter(({ kind }) => kind === 'promise');

/** The promises of the sections whose title contains the text, each with its tests. */
export const securityTests = (text: string): string => {
  const tests = testsOfSecurity();
  const testsOf = (promise: string) => tests.filter(({ id }) => id === promise);
  return sectionsOfSecurity()
    .filter(({ title }) => title.includes(text))
    .flatMap(({ title, promises }) => [
      title,
      ...promises.flatMap(({ id, text: promise }) => [
        `  ${id} ${promise}`,
        ...testsOf(id).map(({ file, name }) => `    ${file}: ${name}`),
      ]),
    ])
    .join('\n');
};
