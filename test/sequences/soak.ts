import { type Coverage, createSequence, findIdle, play, shorten } from './search';
import { openStage } from './world';

/**
 * Plays a random sequence per seed, starting with `first`, and prints a JSON line for each, with
 * the shortest failing one if it fails. At the end prints the coverage, and figures in a short line.
 * @returns the number of failures
 */
export async function soakSequences(
  { first, count, length }: { first: number; count: number; length: number },
  print: (line: object) => void,
): Promise<number> {
  const coverage: Coverage = new Map();
  const stage = await openStage();
  let failed = 0;
  try {
    for (let seed = first; seed < first + count; seed += 1) {
      const started = performance.now();
      const played = await play(stage, createSequence(seed, length), coverage);
      const ms = Math.round(performance.now() - started);
      const isBroken = played.violations.length > 0;
      print({ seed, steps: played.steps.length, ms, violations: played.violations });
      if (!isBroken) continue;
      failed += 1;
      print({ shortest: await shorten(stage, played) });
    }
  } finally {
    await stage.stop();
  }
  print({ coverage: Object.fromEntries([...coverage].sort()), idle: findIdle(coverage) });
  print({ ok: failed === 0, first, sequences: count, steps: length, acts: coverage.size, failed });
  return failed;
}
