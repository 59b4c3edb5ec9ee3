import { type Disposal, dispose } from '../test/testService';
import { attacks } from './attacks';

/** `npm run attack -w service [-- word]`: over loopback; fails if an attack gains anything. */
const [word = ''] = process.argv.slice(2);
let gained = 0;
for (const { name, run } of attacks.filter((each) => each.name.includes(word))) {
  const undo: Disposal = [];
  const begun = performance.now();
  const gain = await run(undo).catch(
    (error: Error) => `the attack itself failed: ${error.message}`,
  );
  await dispose(undo);
  if (gain !== undefined) gained += 1;
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  process.stdout.write(
    `${gain === undefined ? 'held' : 'GAIN'} ${seconds} s  ${name}${gain === undefined ? '' : `: ${gain}`}\n`,
  );
}
process.exit(gained === 0 ? 0 : 1);
