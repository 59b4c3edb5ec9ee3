import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { version } from '../../../package.json';
import type { Kind } from '../../errors';
import type { Asked } from '../../upstream/asking';
import type { NodeState } from '../../upstream/node';

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 20];

type Labels = Readonly<Record<string, string | number>>;

/**
 * Times by labels, as the library's histogram reports them. Counted here because the library looks
 * up the series on each call, a twentieth of a request's time.
 */
const createTimes = (name: string, help: string) => {
  type Series = { labels: Labels; counts: number[]; sum: number };
  const all = new Map<string, Series>();
  const valuesOf = ({ labels, counts, sum }: Series) => {
    let below = 0;
    const buckets = [...bounds, '+Inf'].map((le, index) => {
      below += counts[index] ?? 0;
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: below },
    ];
  };
  return {
    observe: (labels: Labels, seconds: number): void => {
      const key = Object.values(labels).join(' ');
      const series = all.get(key) ?? { labels, counts: [], sum: 0 };
      all.set(key, series);
      const bound = bounds.findIndex((each) => seconds <= each);
      const index = bound === -1 ? bounds.length : bound;
      series.counts[index] = (series.counts[index] ?? 0) + 1;
      series.sum += seconds;
    },
    metric: {
      name,
      get: async () => ({
        name,
        help,
        type: 'histogram',
        aggregator: 'sum',
        values: [...all.values()].flatMap(valuesOf),
      }),
    },
  };
};

/**
 * Counts by labels, as the library's counter reports them; counted here for the same reason.
 *
 * @param names of the labels, in the order of the values
 */
const createCounts = (name: string, help: string, ...names: readonly string[]) => {
  type Series = { values: readonly string[]; count: number };
  const all = new Map<string, Series>();
  return {
    count: (amount: number, ...values: readonly string[]): void => {
      const key = values.join(' ');
      const series = all.get(key) ?? { values, count: 0 };
      all.set(key, series);
      series.count += amount;
    },
    metric: {
      name,
      get: async () => ({
        name,
        help,
        type: 'counter',
        aggregator: 'sum',
        values: [...all.values()].map(({ values, count }) => ({
          labels: Object.fromEntries(names.map((label, index) => [label, values[index]])),
          value: count,
        })),
      }),
    },
  };
};

export type Metrics = ReturnType<typeof createMetrics>;

/** A registry accepts anything with a name and values; its type names the library's classes. */
const register = (registry: Registry, { metric }: { metric: object }): void => {
  registry.registerMetric(metric as unknown as Gauge); // by its shape
};

/** The counts of routes, meter and store. */
const createCounters = (registry: Registry) => {
  const counter = (...about: Parameters<typeof createCounts>) => {
    const counts = createCounts(...about);
    register(registry, counts);
    return counts.count;
  };
  const registers = [registry];
  new Gauge({
    name: 'xnet_build_info',
    help: '1, with the version.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  return {
    credits: counter(
      'xnet_credits_total',
      'Credits taken from keys, and returned to them, by plan.',
      'plan',
      'kind',
    ),
    calls: counter(
      'xnet_calls_total',
      'JSON-RPC calls by method and outcome: answered, or why not.',
      'method',
      'outcome',
    ),
    refusals: counter(
      'xnet_refusals_total',
      'Requests that the service itself refused or failed, by kind.',
      'kind',
    ),
    cache: counter(
      'xnet_cache_lookups_total',
      'Calls whose answer may be kept, by where it was: memory, or miss.',
      'chain',
      'result',
    ),
    storeErrors: counter('xnet_store_errors_total', 'Commands that the store failed.', 'command'),
  };
};

const breakerStates: readonly string[] = ['closed', 'halfOpen', 'open', 'foreign'];

/** @returns a function that shows the state of each node */
const createNodeGauges = (registers: Registry[]) => {
  const labelNames = ['chain', 'node'] as const;
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames, registers });
  const head = gauge('xnet_node_head_block', 'Number of the newest block.');
  const lag = gauge('xnet_node_lag_blocks', 'Blocks behind the newest one that any node has.');
  const breaker = gauge(
    'xnet_node_breaker',
    '0: calls pass, 1: one may try, 2: none pass, 3: the node is of another chain.',
  );
  const syncing = gauge('xnet_node_syncing', '1 as long as the node says that it is.');
  const resting = gauge('xnet_node_resting', '1 after a limit, as long as other nodes come first.');
  return (states: readonly NodeState[]): void => {
    for (const each of [head, lag, breaker, syncing, resting]) each.reset();
    for (const { chain, name: node, ...state } of states) {
      const labels = { chain, node };
      breaker.set(labels, breakerStates.indexOf(state.state));
      syncing.set(labels, Number(state.isSyncing));
      resting.set(labels, Number(state.isResting));
      if (state.head === undefined) continue;
      head.set(labels, Number(state.head));
      lag.set(labels, state.lag);
    }
  };
};

/** Metrics for Prometheus. No label contains a key, a path or anything that a caller chooses. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const times = createTimes('xnet_request_seconds', 'Time to answer, by route and status.');
  const nodeTimes = createTimes('xnet_node_seconds', 'Time of nodes to answer a call, by outcome.');
  const storeTimes = createTimes('xnet_store_seconds', 'Time of the store to answer, by command.');
  for (const each of [times, nodeTimes, storeTimes]) register(registry, each);
  const { credits, calls, refusals, cache, storeErrors } = createCounters(registry);
  return {
    registry,
    observe: (route: string, status: number, ms: number): void => {
      times.observe({ route, status }, ms / 1_000);
    },
    observeNode: ({ chain, node, outcome, ms }: Asked): void => {
      nodeTimes.observe({ chain, node, outcome }, ms / 1_000);
    },
    countLookup: (chain: string, result: 'memory' | 'miss'): void => cache(1, chain, result),
    showNodes: createNodeGauges(registers),
    countCredits: (plan: string, amount: number): void => {
      credits(Math.abs(amount), plan, amount < 0 ? 'returned' : 'taken');
    },
    countCall: (method: string, outcome: string): void => calls(1, method, outcome),
    countRefusal: (kind: Kind): void => refusals(1, kind),
    observeStore: (command: string, seconds: number, isWell: boolean): void => {
      storeTimes.observe({ command }, seconds);
      if (!isWell) storeErrors(1, command);
    },
    sockets: new Gauge({ name: 'xnet_web_sockets', help: 'Open WebSockets.', registers }),
  };
};
