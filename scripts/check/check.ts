import { runChecks } from './checks';

const started = performance.now();
const failed = await runChecks({ isWholeTest: false });
const seconds = ((performance.now() - started) / 1000).toFixed(1);
process.stdout.write(
  failed.length === 0
    ? `All checks passed in ${seconds} s.\n`
    : `Failed: ${failed.join(', ')} (${seconds} s).\n`,
);
if (failed.length > 0) process.exitCode = 1;
