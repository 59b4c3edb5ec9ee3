import { mainJob } from '../../test/stage/mainJob';
import { openStage, type Stage } from '../../test/stage/stage';
import { getMessage } from '../failure';

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
  reason = getMessage(error);
}
await stage?.stop();
print({ ok: reason === undefined, reason });
if (reason !== undefined) process.exitCode = 1;
