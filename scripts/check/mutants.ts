/** Mutates files of the signing core with a tool, and lists the mutants that no test kills. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import house from '../../test/contract/house.json';
import { draw } from '../../test/mutation/draw.mjs';
import { root } from '../root';
import { signingCore } from './signingCore';

type Position = { readonly line: number; readonly column: number };
type Mutant = {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly statusReason?: string;
  readonly location: { readonly start: Position; readonly end: Position };
};
type Report = {
  readonly files: Readonly<
    Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>
  >;
};
/** A share of all mutants, such as 0.1, and the seed that draws them. */
type Draw = { readonly share: string; readonly seed: string };
type DrawnMutant = Survivor & Pick<Mutant, 'status'>;
type Survivor = { readonly file: string; readonly code: string; readonly replacement: string };

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

const isMutated = (file: string): boolean =>
  /\.tsx?$/u.test(file) && !/\.test\.tsx?$/u.test(file) && existsSync(join(root, file));

/** The core's files that changed since the newest tag, or in the last commit if there is no tag. */
function listChanged(): string[] {
  const [tag = 'HEAD~1'] = git('tag', '--sort=-creatordate');
  return git('diff', '--name-only', tag, '--', ...signingCore).filter(isMutated);
}

/** The code between two positions, both counted from 1; its lines joined and without indentation. */
function codeAt(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines.push((lines.pop() ?? '').slice(0, end.column - 1));
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return lines.map((line) => line.trim()).join(' ');
}

const listedSurvivors = JSON.parse(
  readFileSync(join(root, 'test/mutation/survivors.json'), 'utf8'),
) as readonly (Survivor & { readonly reason: string })[]; // our own file

const isListed = ({ file, code, replacement }: Survivor): boolean =>
  listedSurvivors.some(
    (one) => one.file === file && one.code === code && one.replacement === replacement,
  );

/** States of mutants that never get to the runner, which draws the others: untested, or constants. */
const unrunStates: readonly string[] = ['NoCoverage', 'Ignored'];

function listDrawn({ files }: Report, { share, seed }: Draw): DrawnMutant[] {
  const isDrawn = (key: string, { status, statusReason }: Mutant) =>
    unrunStates.includes(status)
      ? draw(seed, key) < Number(share)
      : !statusReason?.includes('Not drawn.');
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter((mutant) => isDrawn(JSON.stringify([file, source, mutant]), mutant))
      .map(({ status, location, replacement = '' }) => ({
        status,
        file,
        code: codeAt(source, location),
        replacement,
      })),
  );
}

/** Runs the tool, whose outcomes stay in a file: a run that was cut off goes on from there. */
function mutate(files: readonly string[], folder: string, { share, seed }: Draw): Report {
  const outcomes = join(root, 'node_modules/.cache/xnet/mutation');
  mkdirSync(outcomes, { recursive: true });
  const report = join(folder, 'report.json');
  const tool = join(root, 'test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js');
  const { status } = spawnSync(
    process.execPath,
    [tool, 'run', 'test/mutation/stryker.config.mjs'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        XNET_MUTATED: files.join(','),
        XNET_MUTATION_REPORT: report,
        XNET_MUTATION_SHARE: share,
        XNET_MUTATION_SEED: seed,
        XNET_MUTATION_OUTCOMES: join(outcomes, 'outcomes.jsonl'),
      },
    },
  );
  if (status !== 0 || !existsSync(report)) throw new Error('The mutation tool failed; see above.');
  return JSON.parse(readFileSync(report, 'utf8')) as Report; // the tool's own schema
}

const { values, positionals } = parseArgs({
  options: {
    core: { type: 'boolean' },
    /** Mutates this share of all, drawn by the seed: 0.1 for a tenth. */
    share: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const chosen = positionals.length > 0 ? git('ls-files', '--', ...positionals) : [];
const files = (values.core ? git('ls-files', '--', ...signingCore) : chosen).filter(isMutated);
if (files.length === 0 && positionals.length === 0 && !values.core) files.push(...listChanged());

if (files.length === 0) process.stdout.write('No file of the signing core changed.\n');
else {
  const folder = mkdtempSync(join(tmpdir(), 'xnet-mutation-'));
  try {
    const drawnMutants = listDrawn(mutate(files, folder, values), values);
    const select = (...states: string[]) =>
      drawnMutants.filter(({ status }) => states.includes(status));
    const killedCount = select('Killed', 'Timeout').length;
    const survivors = select('Survived', 'NoCoverage').filter((one) => !isListed(one));
    for (const { file, code, replacement } of survivors)
      process.stdout.write(`Survived: ${file}: ${code} → ${replacement}\n`);
    const score = killedCount / (killedCount + survivors.length);
    process.stdout.write(
      `${killedCount} killed, ${survivors.length} survived without a reason (${(100 * score).toFixed(1)} % killed), ${select('Ignored').length} constants not run, of ${drawnMutants.length} drawn in ${files.length} files\n`,
    );
    const hasPassed = values.core ? score >= house.mutationScore : survivors.length === 0;
    if (!hasPassed) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
