import { spawn } from 'node:child_process';
import type { openResults } from '../results';
import { root } from '../root';

/** Suites that take hours, and whose figures belong to a release: the quickest first. */
const suites: Readonly<Record<string, readonly string[]>> = {
  'Random requests to the service': ['run', 'fuzz', '-w', 'service'],
  'Attacks on the service': ['run', 'attack', '-w', 'service'],
  'Two instances of the service, one killed every ten seconds': [
    'run',
    'endurance',
    '-w',
    'service',
  ],
  'Every archive, made in two places': ['run', 'reproduce'],
  'The wallet as an extension': ['run', 'bench:extension'],
  'The guided flow in a browser, 20 times': ['run', 'soak'],
  'Random sequences of every operation': ['run', 'soak', '--', 'random'],
  'Two wallets of one phrase, and a chain that takes blocks back': [
    'run',
    'endurance',
    '--',
    'chainTurns',
  ],
  'What operations cost as a wallet grows': ['run', 'endurance', '--', 'growth'],
  'An hour in which requests fail': ['run', 'endurance', '--', 'faultyHour'],
  'Every operation interrupted at every request': ['run', 'endurance', '--', 'kills'],
  'Promises broken by hand': ['run', 'test:promises'],
  'Every test, with both sets of the vendor’s packages': ['run', 'test:all'],
  'Mutants of the signing core': ['run', 'test:mutants', '--', '--core'],
};

/** How much of a suite runs: a dry run takes a part of those that could go on for a day. */
const extents: Readonly<Record<string, { dry: readonly string[]; whole: readonly string[] }>> = {
  'Random sequences of every operation': { dry: ['60'], whole: ['200'] },
  'An hour in which requests fail': { dry: ['--share', '0.1'], whole: [] },
  'Mutants of the signing core': { dry: ['--share', '0.01'], whole: [] },
};

export type SuiteResult = {
  name: string;
  command: string;
  minutes?: number;
  figure: string;
  /** The commit that it ran on. */
  commit?: string;
};

const MISSING = 'not run';
export const isMissing = ({ figure }: SuiteResult): boolean => figure === MISSING;
export const isFailed = ({ figure }: SuiteResult): boolean => figure.startsWith('FAILED');

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

const commandOf = (words: readonly string[]): string => `npm ${words.join(' ')}`;

export type Wish = {
  /** A part of the names of suites to run, '' for all; of others, what has run is noted. */
  readonly wanted: string;
  readonly isDry: boolean;
  readonly commit: string;
  /** True to count what passed on an earlier commit, and to name that. */
  readonly keepsEarlier: boolean;
};

/** Runs the suites that have not passed on this commit, in turn. */
export async function runSuites(
  wish: Wish,
  results: ReturnType<typeof openResults<SuiteResult>>,
  run: typeof runSuite = runSuite,
): Promise<SuiteResult[]> {
  const { wanted, isDry, commit, keepsEarlier } = wish;
  const listed: SuiteResult[] = [];
  for (const [name, always] of Object.entries(suites)) {
    const words = [...always, ...(extents[name]?.[isDry ? 'dry' : 'whole'] ?? [])];
    const command = commandOf(words);
    const wholeCommand = commandOf([...always, ...(extents[name]?.whole ?? [])]);
    // A run of the whole stands for one of a part.
    const lastResult = [wholeCommand, command]
      .map((one) => results.find(one))
      .find((result) => result && (keepsEarlier || result.commit === commit));
    if (lastResult) listed.push(lastResult);
    else if (!name.includes(wanted)) listed.push({ name, command, figure: MISSING });
    else {
      const result = { ...(await run(name, words)), commit };
      if (!isFailed(result)) results.add(command, result);
      listed.push(result);
    }
  }
  return listed;
}
