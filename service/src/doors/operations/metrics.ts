import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../../../package.json';
import type { Kind } from '../../errors';
import type { Asked } from '../../upstream/asking';
import type { NodeState } from '../../upstream/node';

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 20];

export type Metrics = ReturnType<typeof createMetrics>;

/** Times of routes, nodes and the store, in seconds. */
const createTimes = (registers: Registry[]) => {
  const times = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  return {
    requests: times('xnet_request_seconds', 'Time to answer, by route and status.', [
      'route',
      'status',
    ]),
    nodes: times('xnet_node_seconds', 'Time of nodes to answer a call, by outcome.', [
      'chain',
      'node',
      'outcome',
    ]),
    store: times('xnet_store_seconds', 'Time of the store to answer, by command.', ['command']),
  };
};

/** The counts of routes, meter and store. */
const createCounters = (registers: Registry[]) => {
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers });
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
      ['plan', 'kind'],
    ),
    calls: counter(
      'xnet_calls_total',
      'JSON-RPC calls by method and outcome: answered, or why not.',
      ['method', 'outcome'],
    ),
    refusals: counter(
      'xnet_refusals_total',
      'Requests that the service itself refused or failed, by kind.',
      ['kind'],
    ),
    cache: counter(
      'xnet_cache_lookups_total',
      'Calls whose answer may be kept, by where it was: memory, or miss.',
      ['chain', 'result'],
    ),
    storeErrors: counter('xnet_store_errors_total', 'Commands that the store failed.', ['command']),
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
    for (const nodeGauge of [head, lag, breaker, syncing, resting]) nodeGauge.reset();
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
  const times = createTimes(registers);
  const { credits, calls, refusals, cache, storeErrors } = createCounters(registers);
  return {
    registry,
    observe: (route: string, status: number, ms: number): void =>
      times.requests.observe({ route, status }, ms / 1_000),
    observeNode: ({ chain, node, outcome, ms }: Asked): void =>
      times.nodes.observe({ chain, node, outcome }, ms / 1_000),
    countLookup: (chain: string, result: 'memory' | 'miss'): void => cache.inc({ chain, result }),
    showNodes: createNodeGauges(registers),
    countCredits: (plan: string, amount: number): void =>
      credits.inc({ plan, kind: amount < 0 ? 'returned' : 'taken' }, Math.abs(amount)),
    countCall: (method: string, outcome: string): void => calls.inc({ method, outcome }),
    countRefusal: (kind: Kind): void => refusals.inc({ kind }),
    observeStore: (command: string, seconds: number, isWell: boolean): void => {
      times.store.observe({ command }, seconds);
      if (!isWell) storeErrors.inc({ command });
    },
    sockets: new Gauge({ name: 'xnet_web_sockets', help: 'Open WebSockets.', registers }),
  };
};
