import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conformance } from '../build/conformance';
import { root } from '../root';

/** A test by file and name; names may contain placeholders: `%s`, `$name`, `${COUNT}`. */
type NamedTest = { readonly file: string; readonly name: string };
/** Outcome of a test in a run, by its expanded name. */
export type Outcome = NamedTest & { readonly status: string };

/** `- \`file\`: name of a test`, as docs/security.md refers to tests. */
const line = /^- `([^`]+\.test\.tsx?)`: (.+)$/gmu;
const place = /%[a-z#]|\$\{[^}]*\}|\$[a-z]+(?:\.[a-z]+)*/giu;

export const testsOfSecurity = (): NamedTest[] =>
  [...readFileSync(join(root, 'docs/security.md'), 'utf8').matchAll(line)].map(
    ([, file = '', name = '']) => ({ file, name }),
  );

/** The tests that the documents in docs/ cite as proof. */
export const promisedTests = (): NamedTest[] => [
  ...testsOfSecurity(),
  ...conformance.sections.flatMap(({ rows }) => rows.map(({ test }) => test)),
];

const patternOf = (name: string): RegExp => {
  const literal = name.split(place).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${literal.join('[^]+')}$`, 'u');
};

/** The cited tests of which none ran, or one did not pass. */
export const withoutProof = (
  promised: readonly NamedTest[],
  outcomes: readonly Outcome[],
): NamedTest[] =>
  promised.filter(({ file, name }) => {
    const pattern = patternOf(name);
    const own = outcomes.filter((outcome) => outcome.file === file && pattern.test(outcome.name));
    return own.length === 0 || own.some(({ status }) => status !== 'passed');
  });
