import { spawn } from 'node:child_process';
import { root } from '../root';

/** Suites that take hours, and whose figures belong to a release. */
const suites: Readonly<Record<string, readonly string[]>> = {
  'Every test, with both sets of the vendor’s packages': ['run', 'test:all'],
  'The guided flow in a browser, 20 times': ['run', 'soak'],
  'Random sequences of every operation': ['run', 'soak', '--', 'random', '200'],
  'The wallet as an extension': ['run', 'bench:extension'],
  'Mutants of the signing core': ['run', 'test:mutants', '--', '--core'],
  'Promises broken by hand': ['run', 'test:promises'],
  'Random requests to the service': ['run', 'fuzz', '-w', 'service'],
  'Attacks on the service': ['run', 'attack', '-w', 'service'],
};

export type SuiteResult = { name: string; command: string; minutes?: number; figure: string };

const commandOf = (words: readonly string[]): string => `npm ${words.join(' ')}`;

/** Runs a suite, whose last line has its figures. */
function runSuite(name: string, words: readonly string[]): Promise<SuiteResult> {
  const started = performance.now();
  const child = spawn('npm', words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-4_000);
    process.stdout.write(chunk);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const last = output.trim().split('\n').at(-1) ?? '';
      const minutes = Math.round((performance.now() - started) / 6_000) / 10;
      const figure = code === 0 ? last : `FAILED with code ${code}: ${last}`;
      resolve({ name, command: commandOf(words), minutes, figure });
    });
  });
}

/** Runs all suites in turn, or notes that they did not run. */
export async function runSuites(isWanted: boolean): Promise<SuiteResult[]> {
  const results: SuiteResult[] = [];
  for (const [name, words] of Object.entries(suites))
    results.push(
      isWanted
        ? await runSuite(name, words)
        : { name, command: commandOf(words), figure: 'not run' },
    );
  return results;
}
