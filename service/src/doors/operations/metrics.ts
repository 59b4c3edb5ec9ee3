import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../../../package.json';
import type { Kind } from '../../errors';

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 20];

/**
 * Response times by route and status, as the library's histogram reports them. Counted here because
 * the library looks up the series on each call, a twentieth of a request's time.
 */
const createTimes = () => {
  const name = 'xnet_request_seconds';
  type Series = { route: string; status: number; counts: number[]; sum: number };
  const all = new Map<string, Series>();
  const valuesOf = ({ route, status, counts, sum }: Series) => {
    const labels = { route, status };
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
    observe: (route: string, status: number, seconds: number): void => {
      const key = `${status} ${route}`;
      const series = all.get(key) ?? { route, status, counts: [], sum: 0 };
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
        help: 'Time to answer, by route and status.',
        type: 'histogram',
        aggregator: 'sum',
        values: [...all.values()].flatMap(valuesOf),
      }),
    },
  };
};

export type Metrics = ReturnType<typeof createMetrics>;

/** What routes, meter and store count. */
const createCounters = (registers: Registry[]) => {
  const credits = new Counter({
    name: 'xnet_credits_total',
    help: 'Credits taken from keys, and returned to them, by plan.',
    labelNames: ['plan', 'kind'] as const,
    registers,
  });
  const calls = new Counter({
    name: 'xnet_calls_total',
    help: 'JSON-RPC calls by method and outcome: answered, or why not.',
    labelNames: ['method', 'outcome'] as const,
    registers,
  });
  const refusals = new Counter({
    name: 'xnet_refusals_total',
    help: 'Requests that the service itself refused or failed, by kind.',
    labelNames: ['kind'] as const,
    registers,
  });
  const storeTimes = new Histogram({
    name: 'xnet_store_seconds',
    help: 'Time of the store to answer, by command.',
    labelNames: ['command'] as const,
    buckets: bounds,
    registers,
  });
  const storeErrors = new Counter({
    name: 'xnet_store_errors_total',
    help: 'Commands that the store failed.',
    labelNames: ['command'] as const,
    registers,
  });
  new Gauge({
    name: 'xnet_build_info',
    help: '1, with the version.',
    labelNames: ['version'] as const,
    registers,
  }).set({ version }, 1);
  return { credits, calls, refusals, storeTimes, storeErrors };
};

/** Metrics for Prometheus. No label contains a key, a path or anything that a caller chooses. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const times = createTimes();
  // A registry accepts anything with a name and values; its type names the library's classes.
  registry.registerMetric(times.metric as unknown as Gauge);
  const counts = new Map<string, { node: string; outcome: string; calls: number }>();
  const upstream = new Counter({
    name: 'xnet_upstream_calls_total',
    help: 'Calls to upstream nodes.',
    labelNames: ['node', 'outcome'] as const,
    registers,
    collect() {
      for (const count of counts.values()) {
        upstream.inc({ node: count.node, outcome: count.outcome }, count.calls);
        count.calls = 0;
      }
    },
  });
  const { credits, calls, refusals, storeTimes, storeErrors } = createCounters(registers);
  return {
    registry,
    observe: (route: string, status: number, ms: number): void => {
      times.observe(route, status, ms / 1_000);
    },
    countUpstream: (node: string, outcome: string): void => {
      const name = `${outcome} ${node}`;
      const count = counts.get(name) ?? { node, outcome, calls: 0 };
      counts.set(name, count);
      count.calls += 1;
    },
    countCredits: (plan: string, amount: number): void => {
      credits.inc({ plan, kind: amount < 0 ? 'returned' : 'taken' }, Math.abs(amount));
    },
    countCall: (method: string, outcome: string): void => calls.inc({ method, outcome }),
    countRefusal: (kind: Kind): void => refusals.inc({ kind }),
    observeStore: (command: string, seconds: number, isWell: boolean): void => {
      storeTimes.observe({ command }, seconds);
      if (!isWell) storeErrors.inc({ command });
    },
    sockets: new Gauge({ name: 'xnet_web_sockets', help: 'Open WebSockets.', registers }),
  };
};
