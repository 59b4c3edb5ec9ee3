import { testsOfConformance } from '../build/conformance';
import { testsOfSecurity } from '../build/promises';

/** A test by file and name; names may contain placeholders: `%s`, `$name`, `${COUNT}`. */
type NamedTest = { readonly file: string; readonly name: string };
/** Outcome of a test in a run, by its expanded name. */
export type Outcome = NamedTest & { readonly status: string };

const place = /%[a-z#]|\$\{[^}]*\}|\$[a-z]+(?:\.[a-z]+)*/giu;

/** The tests that prove a promise or a row of the specification. */
export const promisedTests = (): NamedTest[] => [...testsOfSecurity(), ...testsOfConformance()];

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
    const testOutcomes = outcomes.filter(
      (outcome) => outcome.file === file && pattern.test(outcome.name),
    );
    return testOutcomes.length === 0 || testOutcomes.some(({ status }) => status !== 'passed');
  });
