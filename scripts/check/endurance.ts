import { parseArgs } from 'node:util';
import { proveChainTurns } from '../../test/endurance/chainTurns';
import type { Proof } from '../../test/endurance/faults';
import { proveFaultyHour } from '../../test/endurance/faultyHour';
import { proveFlatGrowth } from '../../test/endurance/growth';
import { proveKills } from '../../test/endurance/kills';

/** Proofs that take minutes to an hour each, and whose figures belong to a release. */
const proofs: Readonly<
  Record<string, (extent: number, print: (line: object) => void) => Promise<Proof>>
> = {
  kills: proveKills,
  chainTurns: proveChainTurns,
  growth: proveFlatGrowth,
  faultyHour: proveFaultyHour,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string', default: '1' } },
});
const extent = Number(values.share);
const [name = ''] = positionals;
const prove = proofs[name];
if (!prove || positionals.length > 1 || !(extent > 0 && extent <= 1)) {
  const names = Object.keys(proofs).join(' | ');
  process.stderr.write(`Usage: npm run endurance -- <${names}> [--share <part of it, up to 1>]\n`);
  process.exit(2);
}
const started = performance.now();
const { figures, faults } = await prove(extent, (line) => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
});
for (const fault of faults) process.stderr.write(`${fault}\n`);
const minutes = Math.round((performance.now() - started) / 6_000) / 10;
process.stdout.write(`${figures}, in ${minutes} minutes\n`);
// Exits explicitly, as an ended module leaves requests pending.
process.exit(faults.length > 0 ? 1 : 0);
