import { median } from '../../scripts/bench/median';
import type { LocalChain } from '../../scripts/start/localChain';
import { chainIds } from '../../src/schema/primitives';
import { startChain } from '../chain/chain';
import { startProxy } from '../chain/proxy';
import { ONE, openAccount, transfer } from '../node/account';
import { filledState, isMadeUpToken } from '../wallet/filledState';
import { type Counts, openCounted } from './counts';
import type { Proof } from './faults';
import { listOperations, type Operation } from './grownOperations';

/** A use of the module that nobody reaches in years. */
const full = { records: 100_000, accounts: 500, tokens: 1_000, sites: 200 };
type Size = typeof full;
type Dimension = keyof Size;
type State = Awaited<ReturnType<typeof filledState>>;

const dimensions = Object.keys(full) as Dimension[];
/** Sizes are compared with a tenth of them. */
const TENTH = 0.1;

/**
 * How much more of each a tenfold state may cost, whatever its size: numbers with a digit more, and
 * a page of records that is fuller.
 */
const mostMore: Counts = { calls: 2, requests: 0, bytesRead: 2_000, bytesWritten: 2_000, parts: 4 };
/**
 * Bytes of each line of a list that is one stored value, read once in the life of the process and
 * written when a line changes: whoever reads one line reads all. Records are stored in pages.
 */
const mostBytes: Size = { records: 0, accounts: 450, tokens: 180, sites: 300 };
const names: Record<keyof Counts, string> = {
  calls: 'wallet calls',
  requests: 'HTTP requests',
  bytesRead: 'bytes of state read',
  bytesWritten: 'bytes of state written',
  parts: 'drawn parts',
};
const counted = Object.keys(mostMore) as (keyof Counts)[];

/** Most times that an operation may take of what it takes with a tenth. */
const MOST_TIMES = 1.5;
/** Milliseconds added to both, as operations of less vary by more than half on a busy machine. */
const UNSEEN_MS = 20;
/** Lists that are read whole are checked line by line, once in the life of the process. */
const LIST_BYTES_PER_MS = 5_000;
const PAIRS = 5;
const phases = ['first', 'again'] as const;
type Phase = (typeof phases)[number];

/** Fewer do not fill a page of their list. */
const LEAST_ACCOUNTS = 20;
const sizeOf = (share: number): Size => ({
  records: Math.round(full.records * share),
  accounts: Math.max(LEAST_ACCOUNTS, Math.round(full.accounts * share)),
  tokens: Math.round(full.tokens * share),
  sites: Math.round(full.sites * share),
});

type Sizes = { small: Size; big: Size };
const sizesOf = (extent: number): Sizes => ({
  small: sizeOf(extent * TENTH),
  big: sizeOf(extent),
});

type Bed = { url: string; address: string };

/** The state of an account that the chain knows, after a use of this size. */
async function grownState({ address }: Bed, size: Size): Promise<State> {
  const state = await filledState({ ...size, contacts: 20, isUneven: true });
  const [first] = state.plain.accounts[chainIds.sepolia];
  if (first?.address !== address) throw new Error('Another account is deployed.');
  first.deployment = 'deployed';
  return state;
}

/** Costs of an operation in a module that was just started, and of the same once more. */
async function costs({ url }: Bed, operation: Operation, state: State, validates = false) {
  const opened = openCounted(state, { url, validates });
  const measured: Partial<Record<Phase, Counts & { ms: number }>> = {};
  for (const phase of phases) {
    let answer: unknown;
    const run = await operation.prepare(opened);
    measured[phase] = await opened.measure(async () => {
      answer = await run();
    });
    if (operation.isRight?.(answer) === false)
      throw new Error(`${operation.name} answers ${JSON.stringify(answer)}.`);
  }
  return measured as Record<Phase, Counts & { ms: number }>;
}

type States = { small: State; big: State; grown: Record<Dimension, State> };

async function buildStates(bed: Bed, { small, big }: Sizes): Promise<States> {
  const grown: Partial<States['grown']> = {};
  for (const dimension of dimensions)
    grown[dimension] = await grownState(bed, { ...small, [dimension]: big[dimension] });
  return {
    small: await grownState(bed, small),
    big: await grownState(bed, big),
    grown: grown as States['grown'],
  };
}

/** The fewer of two counts each: on a busy machine, a request that takes too long is made again. */
async function fewestCosts(bed: Bed, operation: Operation, state: State, validates = false) {
  const [one, other] = [
    await costs(bed, operation, state, validates),
    await costs(bed, operation, state),
  ];
  for (const phase of phases)
    for (const count of counted)
      one[phase][count] = Math.min(one[phase][count], other[phase][count]);
  return one;
}

/** Bytes that lists of a full state take more than those of a tenth; of counts, nothing. */
function bytesOfLists(count: keyof Counts, { small, big }: Sizes): number {
  if (count !== 'bytesRead' && count !== 'bytesWritten') return 0;
  const bytesOf = (name: Dimension) => mostBytes[name] * (big[name] - small[name]);
  return dimensions.map(bytesOf).reduce((a, b) => a + b);
}

/** Sentences about counts that grow with the state, with what they grow with. */
async function findGrowth(bed: Bed, operation: Operation, states: States, sizes: Sizes) {
  const small = await fewestCosts(bed, operation, states.small);
  const big = await fewestCosts(bed, operation, states.big, true);
  const isMore = (count: keyof Counts, phase: Phase, one: typeof small) =>
    Math.abs(one[phase][count] - small[phase][count]) >
    mostMore[count] + bytesOfLists(count, sizes);
  const growing = phases.flatMap((phase) =>
    counted.filter((count) => isMore(count, phase, big)).map((count) => ({ phase, count })),
  );
  const ofEach: [Dimension, typeof small][] = [];
  if (growing.length > 0)
    for (const dimension of dimensions)
      ofEach.push([dimension, await fewestCosts(bed, operation, states.grown[dimension])]);
  const faults = growing.map(({ phase, count }) => {
    const by = ofEach.filter(([, one]) => isMore(count, phase, one)).map(([name]) => name);
    const cause = by.join(' and ') || 'several of them together';
    const [most, few] = [big[phase][count], small[phase][count]];
    return `${operation.name} (${phase}) takes ${most} ${names[count]}, with a tenth ${few}: they grow with the ${cause}.`;
  });
  return { small, big, faults };
}

/** The median ratio of the times with the full state and with a tenth, in alternating pairs. */
async function compareTimes(bed: Bed, operation: Operation, { small, big }: States) {
  const ratios: Record<Phase, number[]> = { first: [], again: [] };
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const order = pair % 2 === 0 ? [small, big] : [big, small];
    const times = new Map<State, Awaited<ReturnType<typeof costs>>>();
    for (const state of order) times.set(state, await costs(bed, operation, state));
    for (const phase of phases) {
      const [one, other] = [times.get(small)?.[phase], times.get(big)?.[phase]];
      if (!one || !other) throw new Error('Both were measured.');
      const msOfLists = (other.bytesRead - one.bytesRead) / LIST_BYTES_PER_MS;
      ratios[phase].push((other.ms + UNSEEN_MS) / (one.ms + Math.max(0, msOfLists) + UNSEEN_MS));
    }
  }
  return { first: median(ratios.first), again: median(ratios.again) };
}

/** A chain with a deployed account, on which the made-up tokens of states exist. */
async function openBed(): Promise<Bed & { stop: () => Promise<void> }> {
  const chain: LocalChain = await startChain();
  const proxy = await startProxy({ target: chain.url }, ({ method, params }) =>
    method === 'starknet_call' && isMadeUpToken(params.request?.contract_address ?? '')
      ? ['0x0', '0x0']
      : undefined,
  );
  const stop = async () => {
    await proxy.stop();
    await chain.stop();
  };
  try {
    const funded = { addressIndex: 0, funds: 1_000n * ONE };
    const { address, invoke } = await openAccount(proxy.url, funded);
    // The first transfer creates the recipient's balance and costs more than later ones.
    await invoke('xnet_executeTxn', { address, calls: transfer(1n) });
    return { url: proxy.url, address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const bytesOf = ({ plain }: State) => Buffer.byteLength(JSON.stringify(plain));

/**
 * Proves that common operations cost the same with 100,000 records, 500 accounts, 1,000 tokens and
 * 200 sites as with a tenth of each: calls, requests, bytes and drawn parts within `mostMore`, and
 * times within `MOST_TIMES`.
 * @param extent 1 for these sizes, less for this share of them
 */
export async function proveFlatGrowth(
  extent: number,
  print: (line: object) => void,
): Promise<Proof> {
  const bed = await openBed();
  try {
    const sizes = sizesOf(extent);
    const states = await buildStates(bed, sizes);
    const operations = listOperations(bed.address);
    const faults: string[] = [];
    let slowest = { ratio: 0, name: '' };
    for (const operation of operations) {
      const { small, big, faults: growing } = await findGrowth(bed, operation, states, sizes);
      const ratios = await compareTimes(bed, operation, states);
      print({ operation: operation.name, small, big, ratios, growing });
      faults.push(...growing);
      for (const phase of phases) {
        const ratio = ratios[phase];
        const name = `${operation.name} (${phase})`;
        if (ratio > slowest.ratio) slowest = { ratio, name };
        if (!(ratio <= MOST_TIMES))
          faults.push(`${name} takes ${ratio.toFixed(2)} × as long as with a tenth.`);
      }
    }
    const of = dimensions
      .map((name) => `${sizes.big[name].toLocaleString('en')} ${name}`)
      .join(', ');
    const figures =
      `${of} beside a tenth of each, with 20 accounts at least (${bytesOf(states.big)} and ${bytesOf(states.small)} bytes of state): ` +
      `${operations.length} operations, in a module just started and once more; ` +
      `the slowest by comparison is ${slowest.name} with ${slowest.ratio.toFixed(2)} ×. ` +
      'The module keeps all of these; of its own limits, about 220 records of an account keep their call data.';
    return { figures, faults };
  } finally {
    await bed.stop();
  }
}
