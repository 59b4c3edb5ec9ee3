// Does the main job in the wallet as a program and as an extension, in pairs on a chain of their
// own, and prints the median of each step. Then opens the page, a message and a transfer in the
// extension by turns with a bare module, and prints how long module and wallet take.
import { mainJob } from '../../test/stage/mainJob';
import { openExtension } from '../../test/stage/openExtension';
import { openStage } from '../../test/stage/stage';
import { median } from './median';
import { measureOpenings, type Opening, type Phases } from './openings';

const PAIRS = Number(process.env.XNET_BENCH_ROUNDS ?? 4);
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

const phases: Readonly<Record<keyof Phases, string>> = {
  module: 'in the module',
  window: 'in the wallet until its window',
  drawing: 'until drawn',
};
let openings: Opening[] = [];

type Job = Parameters<typeof mainJob>[0];
type Times = Record<string, number>;

const timesOf = async (stage: Job): Promise<Times> => {
  const times: Times = {};
  await mainJob(stage, ({ step, ms }) => {
    if (ms !== undefined) times[step] = ms;
  });
  return { ...times, 'in all': Object.values(times).reduce((all, ms) => all + ms, 0) };
};

const pairs: { program: Times; extension: Times }[] = [];
for (let pair = 0; pair < PAIRS; pair += 1) {
  const stage = await openStage({ blocks: 'demand' });
  const extension = await openExtension(stage, phrase).catch(async (error) => {
    await stage.stop();
    throw error;
  });
  try {
    const inExtension = () => timesOf(extension);
    // Whichever is second finds the processor's and the chain's caches warm.
    const firstRun = pair % 2 === 1 ? await inExtension() : undefined;
    const program = await timesOf(stage);
    pairs.push({ program, extension: firstRun ?? (await inExtension()) });
    if (pair === PAIRS - 1) openings = await measureOpenings(stage, extension, PAIRS);
  } finally {
    await extension.stop();
    await stage.stop();
  }
}

for (const step of Object.keys(pairs[0]?.program ?? {})) {
  const [program, extension, ratio] = [
    median(pairs.map((pair) => pair.program[step] ?? 0)),
    median(pairs.map((pair) => pair.extension[step] ?? 0)),
    median(pairs.map((pair) => (pair.extension[step] ?? 0) / (pair.program[step] ?? 0))),
  ];
  const figures = `${Math.round(program)} ms in the program, ${Math.round(extension)} ms in the extension`;
  process.stdout.write(`${step.padEnd(8)} ${figures}, ${ratio.toFixed(2)} ×\n`);
}

process.stdout.write('\nIn parentheses: beside a bare module in the same run\n');
for (const { name, ownPhases, barePhases } of openings) {
  const figures = (Object.keys(ownPhases) as (keyof Phases)[]).map((phase) => {
    // A bare module draws its page at once.
    const ratio =
      barePhases[phase] < 1 ? '–' : `${(ownPhases[phase] / barePhases[phase]).toFixed(2)} ×`;
    return `${Math.round(ownPhases[phase])} ms ${phases[phase]} (${ratio})`;
  });
  process.stdout.write(`${name.padEnd(8)} ${figures.join(', ')}\n`);
}
const totals = openings.map(({ name, ownPhases, barePhases }) => {
  const [own, bare] = [ownPhases, barePhases].map(({ module, window, drawing }) =>
    Math.round(module + window + drawing),
  );
  return `${name} ${own} ms (a bare module ${bare} ms)`;
});
// The last line stands in a release's report.
process.stdout.write(`From request to drawing: ${totals.join(', ')}\n`);
