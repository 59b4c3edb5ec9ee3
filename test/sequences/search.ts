import fc from 'fast-check';
import { allMethods } from '../../src/rpc/allMethods';
import { findSecret, type Violation } from './rules';
import { LONGEST_STEP_MS, openRun } from './run';
import { getKind, type Step, step, stepKinds, take } from './steps';
import type { Stage } from './world';

/** Counts of actions and outcomes, by name. */
export type Coverage = Map<string, number>;
type Played = { steps: Step[]; violations: Violation[] };

/** Limit of replays while shortening a failing sequence. */
const SHORTENINGS = 40;

export const createSequence = (seed: number, length: number): Step[] =>
  fc.sample(fc.noBias(step), { seed, numRuns: length });

/** Plays a sequence up to the first broken rule. */
export async function play(
  stage: Stage,
  steps: readonly Step[],
  coverage: Coverage,
): Promise<Played> {
  const run = await openRun(stage, (what) => coverage.set(what, (coverage.get(what) ?? 0) + 1));
  const onRejection = (error: unknown) => run.say('nothing fails unheard', String(error));
  // The wallet's process and the module both write to stderr.
  const write = process.stderr.write;
  process.stderr.write = (text: string | Uint8Array) => {
    if (findSecret(String(text))) run.say('no secret is in a log', '');
    return true;
  };
  process.on('unhandledRejection', onRejection);
  try {
    for (const [at, one] of steps.entries()) {
      run.note(`step ${getKind(one)}`);
      await run.inTime(`the step ${getKind(one)}`, take(run, one), LONGEST_STEP_MS);
      if (run.violations.length > 0)
        return { steps: steps.slice(0, at + 1), violations: run.violations };
    }
    await run.inTime('the rest', run.rest(), LONGEST_STEP_MS);
    return { steps: [...steps], violations: run.violations };
  } catch (error) {
    // Failures of the wallet are reported like those of the module.
    run.say('nothing fails unheard', error instanceof Error ? error.stack : String(error));
    return { steps: [...steps], violations: run.violations };
  } finally {
    await run.close().catch(() => undefined);
    process.off('unhandledRejection', onRejection);
    process.stderr.write = write;
  }
}

/** Shortens a failing sequence by omitting ever smaller parts while the rule stays broken. */
export async function shorten(stage: Stage, { steps, violations }: Played): Promise<Played> {
  let shortest: Played = { steps, violations };
  let left = SHORTENINGS;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < shortest.steps.length && left > 0; left -= 1) {
      const fewer = shortest.steps.filter((_, index) => index < at || index >= at + size);
      const played = await play(stage, fewer, new Map());
      if (played.violations[0]?.rule === violations[0]?.rule) shortest = played;
      else at += size;
    }
  return shortest;
}

/** Steps that never happened and methods that never succeeded, so that idle ones are noticed. */
export const findIdle = (coverage: Coverage): string[] => [
  ...stepKinds.map((kind) => `step ${kind}`).filter((name) => !coverage.has(name)),
  ...[
    ...Object.keys(allMethods).map((name) => `${name} ok`),
    'paymaster_executeTransaction',
  ].filter((name) => !coverage.has(name)),
];
