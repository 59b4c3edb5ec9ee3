import { setTimeout } from 'node:timers/promises';
import { getCredits } from '@xnet/clients/transport/credits';
import { member } from '@xnet/clients/transport/failure';
import { keysCommand } from '../src/keysCommand';
import { completeOptions } from '../src/options';
import { getDay } from '../src/stores/day';
import { openStore } from '../src/stores/openStore';
import { routingNode } from '../test/routingNode';
import { startRedis } from '../test/startRedis';
import { isRunning } from '../test/testProcess';
import {
  awayFromMidnight,
  type Disposal,
  dispose,
  get,
  rpc,
  temporaryFolder,
} from '../test/testService';
import { excessOfRate } from './books';
import { type Caller, type Key, openClients, openPlain, startCalls } from './callers';
import { type Instance, startInstance } from './instance';

const killEveryMs = 10_000;
/** Calls run at least this long before a kill. */
const runMs = 500;
/** Time of the last audit before a kill, and of the calls after it. */
const auditMs = 2_000;
/** How long the store's count may differ: an instance gives back what the store left unanswered. */
const settleMs = 5_000;
/** Seen at most: 165 MB. */
const memoryAtMost = 300e6;
/** Time that a key has at the end to use up its day. */
const spendDaysMs = 60_000;
/** Time for the start, and for what follows the last kill. */
const aroundMs = 180_000;
const rateWindowsMs = [1_000, 5_000, 20_000];

type Wish = { minutes: number; tell: (line: object) => void };

const createKey = async (store: string, data: string, limits: Omit<Key, 'key'>, plan: string) => {
  const { perDay, perSecond } = limits;
  const limitOptions = Object.entries({ 'per-day': perDay, 'per-second': perSecond });
  const options = limitOptions.flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, `${value}`],
  );
  let reply = '';
  await keysCommand(
    ['create', '--plan', plan, ...options, '--data', data, '--store', store],
    (line) => {
      reply = line;
    },
  );
  return { ...limits, key: (JSON.parse(reply) as Key).key };
};

/** An Ethereum node that fails one method; `null` fits the results of the others. */
const openNode = (undo: Disposal) =>
  routingNode(undo, {
    lateMs: 5,
    told: ({ method }) => {
      if (method === 'eth_gasPrice') return { status: 503 };
      const isKnown = ['eth_chainId', 'eth_blockNumber', 'eth_syncing', 'eth_getBlockByNumber'];
      return isKnown.includes(method) ? undefined : { result: null };
    },
  });

/** Keys of several plans and limits, with their callers. The last one uses up its day during the run. */
const openCallers = async (
  store: string,
  data: string,
  instances: readonly Instance[],
  minutes: number,
): Promise<Caller[]> => {
  const make = (limits: Omit<Key, 'key'>, plan: string) => createKey(store, data, limits, plan);
  const perSecond = 2_000;
  const perDay = Math.ceil(perSecond * 60 * minutes * 0.6);
  return [
    openClients(await make({}, 'custom'), instances),
    openClients(await make({}, 'team'), [...instances].reverse()),
    openPlain({ ...(await make({}, 'free')), perSecond: 500 }, instances),
    openPlain(await make({ perSecond, perDay }, 'custom'), instances),
  ];
};

type Bed = {
  callers: readonly Caller[];
  instances: readonly Instance[];
  /** Credits that the store holds as used by a key. */
  used: (key: string) => Promise<number>;
};

/** The counts of a key in the store and by every instance: one number if they agree. */
const countsOf = async ({ instances, used }: Bed, { key }: Key): Promise<number[]> => {
  const instanceCounts = instances.map(async ({ url }) => {
    const reply = await get(`${url}/v3/${key}/credits`).catch(() => undefined);
    return Number(member(reply?.body, 'used'));
  });
  return [...new Set([await used(key), ...(await Promise.all(instanceCounts))])];
};

/** Compares replies, store and instances while nothing is in flight. */
const createAudit = (bed: Bed) => {
  const sum = { lost: 0, doubled: 0, audits: 0 };
  const faults = new Set<string>();
  const auditOne = async (caller: Caller): Promise<void> => {
    const { books, perDay = Number.POSITIVE_INFINITY, metered } = caller;
    const until = Date.now() + settleMs;
    for (;;) {
      const [used = Number.NaN, ...others] = await countsOf(bed, caller);
      const { lost, doubled } = books.look(used);
      const isEven = others.length === 0 && lost + doubled + books.pending() === 0;
      if (!isEven && Date.now() < until) {
        await setTimeout(100);
        continue;
      }
      if (others.length > 0) faults.add('the instances disagree');
      if (books.pending() > 0) faults.add('a request got neither a reply nor an end');
      if (used > perDay) faults.add('a key has spent more than its day');
      if ((metered() ?? books.counts.credits) !== books.counts.credits)
        faults.add('the meter of the clients differs from the replies');
      books.audit(used);
      sum.lost += lost;
      sum.doubled += doubled;
      return;
    }
  };
  return {
    sum,
    faults,
    audit: async (): Promise<void> => {
      sum.audits += 1;
      for (const caller of bed.callers) await auditOne(caller);
    },
  };
};

/** Lets callers of a key with a day of its own call until they have used it up, and compares again. */
const spendDays = async (bed: Bed, audit: () => Promise<void>): Promise<void> => {
  const limited = bed.callers.filter(({ perDay }) => perDay !== undefined);
  const stopCalls = startCalls(limited);
  const until = Date.now() + spendDaysMs;
  for (const { key, perDay = 0 } of limited)
    while ((await bed.used(key)) + getCredits('eth_call') <= perDay && Date.now() < until)
      await setTimeout(100);
  await stopCalls();
  await audit();
};

/** Every key still works on every instance; one whose day is used up is refused there. */
const checkKeys = async ({ callers, instances }: Bed, faults: Set<string>): Promise<void> => {
  for (const { key, perDay } of callers)
    for (const { url } of instances) {
      const { status } = await rpc(url, key, 'eth_call');
      const expected = perDay === undefined ? 200 : 429;
      if (status !== expected) faults.add(`a key got ${status} instead of ${expected} at the end`);
    }
};

/** Kills the instances by turns while all call, and compares after each kill and before the next. */
const runKills = async (
  { callers, instances }: Bed,
  audit: () => Promise<void>,
  minutes: number,
): Promise<void> => {
  const wait = (untilMs: number) => setTimeout(Math.max(0, untilMs - Date.now()));
  let stopCalls = startCalls(callers);
  const auditBetween = async (): Promise<void> => {
    await stopCalls();
    await audit();
    stopCalls = startCalls(callers);
  };
  let turn = 0;
  const endAt = Date.now() + minutes * 60_000;
  for (let killAt = Date.now() + killEveryMs; killAt < endAt; killAt += killEveryMs) {
    await wait(killAt - auditMs);
    await auditBetween();
    await wait(Math.max(killAt, Date.now() + runMs));
    await instances[turn % instances.length]?.kill();
    turn += 1;
    await auditBetween();
  }
  await wait(endAt);
  await stopCalls();
  await audit();
};

const checkRates = (callers: readonly Caller[], faults: Set<string>): void => {
  for (const { perSecond, books } of callers) {
    if (perSecond === undefined) continue;
    const excesses = rateWindowsMs.map((ms) => excessOfRate(books.replies, perSecond, ms));
    const most = Math.max(...excesses);
    if (most > 0) faults.add(`a key got ${Math.round(most)} credits more than its rate`);
    if (books.statuses[429] === undefined) faults.add('a key never met its limits');
  }
};

const figuresOf = ({ callers }: Pick<Bed, 'callers'>) => {
  const statuses: Record<string, number> = {};
  for (const { books } of callers)
    for (const [status, count] of Object.entries(books.statuses))
      statuses[status] = (statuses[status] ?? 0) + count;
  const sumOf = (name: keyof Caller['books']['counts']): number =>
    callers.reduce((sum, { books }) => sum + books.counts[name], 0);
  return {
    calls: sumOf('calls'),
    credits: sumOf('credits'),
    inFlight: sumOf('inFlight'),
    statuses,
  };
};

const prove = async (undo: Disposal, { minutes, tell }: Wish) => {
  const data = await temporaryFolder(undo);
  const safely = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction'];
  const storeUrl = await startRedis(undo, undefined, safely);
  const { url: eth } = await openNode(undo);
  const args = ['--eth', eth, '--store', storeUrl];
  const instances = [await startInstance(undo, args), await startInstance(undo, args)];
  const store = await openStore(completeOptions({ data, store: storeUrl }));
  undo.push(store.close);
  const callers = await openCallers(storeUrl, data, instances, minutes);
  undo.push(async () => {
    for (const caller of callers) caller.close();
  });
  const used = (key: string) => store.used(key, getDay(Date.now()));
  const bed: Bed = { callers, instances, used };
  const { audit, sum, faults } = createAudit(bed);
  const figures = () => {
    const kills = instances.reduce((count, instance) => count + instance.kills(), 0);
    const megabytes = instances.map(({ peakBytes }) => Math.round(peakBytes() / 1e6));
    return { kills, ...sum, ...figuresOf(bed), megabytes };
  };
  let minute = 0;
  const begunAt = Date.now();
  const auditAndTell = async (): Promise<void> => {
    await audit();
    const minutesNow = Math.floor((Date.now() - begunAt) / 60_000);
    if (minutesNow > minute) tell({ minute: minutesNow, ...figures() });
    minute = minutesNow;
  };

  await runKills(bed, auditAndTell, minutes);
  for (const { restart } of instances) await restart();
  await audit();
  await spendDays(bed, audit);
  await checkKeys(bed, faults);
  checkRates(callers, faults);
  for (const { stop } of instances) await stop();
  if (instances.some(({ peakBytes }) => peakBytes() > memoryAtMost))
    faults.add('an instance took too much memory');
  const allFaults = [instances, callers.map(({ books }) => books)]
    .flat()
    .flatMap((part) => part.faults);
  for (const fault of allFaults) faults.add(fault);
  return { figures: figures(), faults, pids: instances.flatMap(({ pids }) => pids) };
};

/** Runs the proof on parts of its own. @returns its figures, and what did not hold, in words */
export const endure = async (wish: Wish) => {
  const undo: Disposal = [];
  await awayFromMidnight(wish.minutes * 60_000 + aroundMs);
  try {
    const { figures, faults, pids } = await prove(undo, wish);
    await dispose(undo);
    if (pids.some(isRunning)) faults.add('a process is left behind');
    return { ...figures, faults: [...faults] };
  } finally {
    await dispose(undo);
  }
};

/** The figures as one sentence. */
export const describeRun = (
  minutes: number,
  { kills, calls, credits, lost, doubled, inFlight }: Awaited<ReturnType<typeof endure>>,
): string => {
  const [callsText, creditsText] = [calls, credits].map((count) => count.toLocaleString('en'));
  return `${minutes} minutes, ${kills} kills, ${callsText} calls, ${creditsText} credits: ${lost} lost, ${doubled} doubled, ${inFlight} in flight at a kill`;
};
