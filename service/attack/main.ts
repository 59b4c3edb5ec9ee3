import { type Disposal, dispose } from '../test/testService';
import { attacks } from './attacks';

/** `npm run attack -w service [-- word]`: over loopback; fails if an attack gains anything. */
const [word = ''] = process.argv.slice(2);
let gained = 0;
const chosen = attacks.filter((each) => each.name.includes(word));
for (const { name, run } of chosen) {
  const undo: Disposal = [];
  const begun = performance.now();
  const gain = await run(undo).catch(
    (error: Error) => `the attack itself failed: ${error.message}`,
  );
  await dispose(undo);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  const line = `${seconds} s  ${name}`;
  if (gain === undefined) process.stdout.write(`held ${line}\n`);
  else {
    gained += 1;
    process.stdout.write(`GAIN ${line}: ${gain}\n`);
  }
}
process.stdout.write(`${chosen.length - gained} attacks held, ${gained} gained something\n`);
process.exit(gained === 0 ? 0 : 1);
