import { getErrorKind, ModuleError } from '@xnet/clients/errors';
import { createBlock, fund, type LocalChain } from '../../scripts/start/localChain';
import { runJob } from '../../src/flow/history/job';
import { chainIds } from '../../src/schema/primitives';
import { startChain } from '../chain/chain';
import { type NodeProxy, startProxy } from '../chain/proxy';
import { ONE, readNonce, readStrk } from '../node/account';
import { createSeeded } from '../random/seeded';
import { createSentLog } from '../sequences/broadcasts';
import type { Reply } from '../sequences/world';
import { openModule } from '../wallet/openModule';
import type { Proof } from './faults';
import { brokenState, openFaultyBorder } from './faultyBorder';
import { createOperations, type Payment, RECIPIENT, SITE } from './hourOperations';
import { getSlope, type Sample, takeSample } from './memory';

const MINUTE_MS = 60_000;
const SEED = 20_261_130;
const chainId = chainIds.sepolia;

/**
 * Bytes that may stay of a transaction: its record in the wallet's state, twice in the module's
 * memory (as text and as what a list was made of), and the entries of this proof's own logs.
 */
const KEPT_OF_TRANSACTION = 6_000;
/** Bytes beside that, in all: what an engine keeps of code that it compiles late varies by as much. */
const KEPT_BESIDE = 500_000;
/** Operations before the time begins, without faults: most code is compiled, and most that is kept once. */
const WARM_UPS = 150;
/** Sockets and timers more than at first: a pool keeps as many as there were requests at a time. */
const MOST_RESOURCES = 12;

type Say = (rule: string, what: unknown) => void;
type Opened = ReturnType<typeof openModule>;

type Bed = Awaited<ReturnType<typeof openBed>>;

/** Two deployed accounts in one module, before any fault. */
async function openBed(proxy: NodeProxy, chain: LocalChain, random: () => number) {
  const faulty = openFaultyBorder(random);
  const opened = openModule({
    sepoliaUrl: proxy.url,
    companions: [SITE],
    border: faulty.border,
    validates: () => false,
  });
  const addresses: string[] = [];
  for (const addressIndex of [0, 1]) {
    const { address } = await opened.invoke('xnet_createAccount', { addressIndex }, SITE);
    await fund(chain.url, address, 10_000n * ONE);
    await opened.invoke('xnet_createAccount', { addressIndex, deploy: true }, SITE);
    await createBlock(chain.url);
    addresses.push(String(address));
  }
  return { opened, addresses, faulty };
}

/** Forgets what only the doubles of wallet and network remember. */
function forget(
  { dialogs, openings, notifications, events, pages }: Opened,
  proxy: NodeProxy,
): void {
  for (const list of [dialogs, openings, notifications, events]) list.length = 0;
  pages.dropClosed();
  pages.leave(undefined);
  proxy.reset();
}

/** The module as the comparison of journal and chain asks it. */
const asking = ({ invoke, module }: Opened, chain: LocalChain) => ({
  createBlock: async () => [await createBlock(chain.url)],
  tick: () => runJob(module),
  /** Every page of a list as one. */
  async ask(origin: string, method: string, params: unknown = {}): Promise<Reply> {
    const all: { txnHash: string; timestamp: number }[] = [];
    try {
      for (let cursor: object | undefined; ; ) {
        const page = await invoke(
          method,
          { ...(params as object), ...(cursor && { cursor }) },
          origin,
        );
        all.push(...page);
        const last = page.at(-1);
        if (page.length === 0) return { result: all };
        cursor = { txnHash: last.txnHash, timestamp: last.timestamp };
      }
    } catch (error) {
      return { error: { code: 0, message: String(error), data: { kind: getErrorKind(error) } } };
    }
  },
});

/** Nonces without gaps, and nothing sent twice: of each account by its journal and the chain. */
async function checkAccounts(
  { opened, addresses }: Pick<Awaited<ReturnType<typeof openBed>>, 'opened' | 'addresses'>,
  { chain, payments }: { chain: LocalChain; payments: readonly Payment[] },
  say: Say,
): Promise<number> {
  const hashes = payments.map(({ hash, amount }) => [BigInt(hash), amount] as const);
  const amounts = new Map(hashes);
  if (amounts.size < hashes.length) say('each answer names its own transaction', payments.length);
  let accepted = 0;
  let amount = 0n;
  for (const address of addresses) {
    const choice = { limit: 1_000_000, since: 0, isWanted: () => true };
    const records = await opened.module.transactions.list(chainId, address, choice);
    const settled = records.filter(({ status }) => status === 'ACCEPTED_ON_L2');
    accepted += settled.length;
    const nonces = settled.map(({ nonce }) => Number(nonce)).sort((a, b) => a - b);
    if (nonces.some((nonce, index) => nonce !== index))
      say('nonces have no gap', { address, nonces });
    const next = Number(await readNonce(chain.url, address));
    if (next !== nonces.length)
      say('the chain counts what the journal does', { next, nonces: nonces.length });
    for (const { txnHash, executionStatus } of settled)
      if (executionStatus === 'SUCCEEDED') amount += amounts.get(BigInt(txnHash)) ?? 0n;
  }
  const received = await readStrk(chain.url, RECIPIENT);
  if (received !== amount) say('each payment arrives once', `${received}, not ${amount}`);
  return accepted;
}

/** Whether memory is flat after the first third, which is for what fills up once. */
function judgeMemory({ samples, sentOf }: Pick<Hour, 'samples' | 'sentOf'>, say: Say) {
  const from = Math.floor(samples.length / 3);
  const late = samples.slice(from);
  const [first, last] = [late[0], late.at(-1)];
  if (!first || !last || late.length < 3) {
    say('memory is measured', samples.length);
    return { growth: Number.NaN, most: Number.NaN, heap: Number.NaN };
  }
  const hours = (last.seconds - first.seconds) / 3_600;
  const sent = (sentOf.at(-1) ?? 0) - (sentOf[from] ?? 0);
  const points = late.map(({ seconds, heapBytes }) => [seconds / 3_600, heapBytes] as const);
  const growth = getSlope(points) * hours;
  const most = sent * KEPT_OF_TRANSACTION + KEPT_BESIDE;
  if (!(growth <= most)) say('memory is flat', { growth, most, heap: points.map(([, y]) => y) });
  const resources = Math.max(...late.map((sample) => sample.resources));
  const before = Math.min(...samples.map((sample) => sample.resources));
  if (resources > before + MOST_RESOURCES)
    say('sockets and timers are as many', { before, resources });
  return { growth, most, heap: last.heapBytes };
}

/** An error that the module may answer with. */
function checkError(name: string, error: unknown, isBroken: boolean, say: Say): void {
  if (error === brokenState) return;
  if (!(error instanceof ModuleError)) say('every error is declared', `${name}: ${error}`);
  else if (error.kind === 'internal' && !isBroken) say('no error is internal', `${name}: ${error}`);
}

type Hour = {
  payments: Payment[];
  /** Number of operations, and how often each ended how. */
  operations: number;
  counts: Record<string, number>;
  samples: Sample[];
  /** Payments until each sample. */
  sentOf: number[];
};
type Beside = { chain: LocalChain; proxy: NodeProxy; random: () => number };

/** Runs operations at random until the time is over, and looks at the memory each minute. */
async function runHour(
  bed: Bed,
  { chain, proxy, random }: Beside,
  durationMs: number,
  say: Say,
  print: (line: object) => void,
): Promise<Hour> {
  const hour: Hour = { payments: [], operations: 0, counts: {}, samples: [], sentOf: [] };
  const { payments, counts, samples, sentOf } = hour;
  const { next } = createOperations({ ...bed, random, payments });
  const everyMs = Math.min(MINUTE_MS, durationMs / 12);
  const runOne = async () => {
    hour.operations += 1;
    const { name, run } = next(hour.operations);
    const broken = bed.faulty.counts.state;
    const [outcome] = await Promise.allSettled([run()]);
    const kind = outcome.status === 'fulfilled' ? 'ok' : getErrorKind(outcome.reason);
    counts[`${name} ${kind}`] = (counts[`${name} ${kind}`] ?? 0) + 1;
    if (outcome.status === 'rejected')
      checkError(name, outcome.reason, bed.faulty.counts.state > broken, say);
  };
  while (hour.operations < WARM_UPS) await runOne();
  bed.faulty.setCalm(false);
  const startedAt = performance.now();
  let sampledAt = startedAt;
  while (performance.now() - startedAt < durationMs) {
    // One in five has another beside it.
    await Promise.all(random() < 0.2 ? [runOne(), runOne()] : [runOne()]);
    if (random() < 0.2) await createBlock(chain.url);
    if (performance.now() - sampledAt < everyMs) continue;
    sampledAt = performance.now();
    forget(bed.opened, proxy);
    samples.push(await takeSample(startedAt));
    sentOf.push(payments.length);
    print({ ...samples.at(-1), operations: hour.operations, sent: payments.length });
  }
  bed.faulty.setCalm(true);
  return hour;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
const kilobytes = (bytes: number) => `${Math.round(bytes / 1_000).toLocaleString('en')} kB`;

/**
 * Runs the module for an hour at random, on a real chain, while one request in twenty fails, and
 * proves what must hold then: its errors, journal, nonces, and memory.
 * @param extent 1 for an hour, less for this share of it
 */
export async function proveFaultyHour(
  extent: number,
  print: (line: object) => void,
): Promise<Proof> {
  const faults: string[] = [];
  const say: Say = (rule, what) => void faults.push(`${rule}: ${JSON.stringify(what)}`);
  const random = createSeeded(SEED);
  const chain = await startChain({ blocks: 'demand' });
  const proxy = await startProxy({ target: chain.url });
  try {
    const log = createSentLog({ networks: [{ chainId, chain, proxy }], chain, relayed: [] });
    const bed = await openBed(proxy, chain, random);
    const beside = { chain, proxy, random };
    const hour = await runHour(bed, beside, extent * 60 * MINUTE_MS, say, print);
    await log.checkAtRest(asking(bed.opened, chain), say);
    const accepted = await checkAccounts(bed, { chain, payments: hour.payments }, say);
    const { growth, most, heap } = judgeMemory(hour, say);
    const { ofNode, counts: crossed } = bed.faulty;
    print({ counts: hour.counts, ofNode, crossed });
    const failed = sum(Object.values(ofNode));
    const share = ((100 * failed) / crossed.crossings).toFixed(1);
    const figures =
      `${Math.round(extent * 60)} minutes, seed ${SEED}: ${hour.operations} operations with ` +
      `${hour.payments.length} payments, ${accepted} transactions on the chain; ${failed} of ` +
      `${crossed.crossings} requests (${share} %) and ${crossed.state} of ${crossed.stateCrossings} ` +
      `state calls failed; in the last two thirds, the heap grew by ${kilobytes(growth)} ` +
      `(at most ${kilobytes(most)}), to ${kilobytes(heap)}.`;
    return { figures, faults };
  } finally {
    await proxy.stop();
    await chain.stop();
  }
}
