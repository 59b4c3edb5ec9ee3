import { mainJob } from '../../test/stage/mainJob';
import { openStage, type Stage } from '../../test/stage/stage';

const print = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

let stage: Stage | undefined;
let reason: string | undefined;
try {
  const started = performance.now();
  stage = await openStage({ blocks: 'demand' });
  print({ step: 'start', ms: Math.round(performance.now() - started) });
  await mainJob(stage, print);
} catch (error) {
  reason = error instanceof Error ? error.message : String(error);
}
await stage?.stop();
print(reason === undefined ? { ok: true } : { ok: false, reason });
process.exitCode = reason === undefined ? 0 : 1;
