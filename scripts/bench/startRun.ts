// Measures starts in a fresh process; prints a line of JSON. Arguments: a bare bundle, our bundle,
// and the number of alternating starts; our last instance then measures the account keys.
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fakeWallet } from '../../test/wallet/fakeWallet';
import { startInSandbox } from './sandbox';

/** Time for a stopped sandbox to finish its cleanup. */
const GAP_MS = 100;

const [bare = '', moduleBundle = '', times = ''] = process.argv.slice(2);
const sources = await Promise.all([bare, moduleBundle].map((path) => readFile(path, 'utf8')));

async function startOf(source: string) {
  await setTimeout(GAP_MS);
  const { wallet, pages } = fakeWallet();
  const sandbox = await startInSandbox(source, wallet);
  pages.listen(sandbox.input);
  return sandbox;
}

async function timeOf(source: string) {
  const { start, stop } = await startOf(source);
  await stop();
  return start;
}

// Warms up: the first starts load what later ones find loaded.
for (const source of sources) await timeOf(source);
const pairs: Awaited<ReturnType<typeof timeOf>>[][] = [];
for (let pair = 0; pair < Number(times); pair += 1) {
  // Alternates the order: the second start finds a warmer machine.
  const isTurned = pair % 2 === 1;
  const starts = [];
  for (const source of isTurned ? [...sources].reverse() : sources)
    starts.push(await timeOf(source));
  pairs.push(isTurned ? starts.reverse() : starts);
}

const sandbox = await startOf(sources[1] ?? '');
const timed = async (method: string, params: object) => {
  const started = performance.now();
  const reply = await sandbox.invoke(method, params);
  return { ms: performance.now() - started, reply };
};
const first = await timed('xnet_createAccount', { addressIndex: 0 });
const warm: number[] = [];
for (const addressIndex of [1, 2, 3, 4, 5])
  warm.push((await timed('xnet_createAccount', { addressIndex })).ms);
const { address } = first.reply as { address: string };
const samples: number[] = [];
for (let round = 0; round < 5; round += 1)
  samples.push((await timed('xnet_extractPublicKey', { userAddress: address })).ms);
process.stdout.write(
  `${JSON.stringify({ pairs, keys: { first: [first.ms], warm, known: samples } })}\n`,
);
await sandbox.stop();
