import { describeRun, endure } from './endurance';

/** `npm run endurance -w service [-- minutes]`: over loopback, in processes of its own. */
const [minutes = 10] = process.argv.slice(2).map(Number);
if (!(minutes > 0 && minutes <= 1_000)) throw new Error('The minutes are a number up to 1000.');
const write = (line: string): void => void process.stdout.write(`${line}\n`);

const outcome = await endure({ minutes, tell: (line) => write(JSON.stringify(line)) });
write(JSON.stringify(outcome));
write(describeRun(minutes, outcome));
process.exit(outcome.faults.length + outcome.lost + outcome.doubled === 0 ? 0 : 1);
