import { Counter, collectDefaultMetrics, Gauge, type Histogram, Registry } from 'prom-client';

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
        ...{ name, help: 'Time to answer, by route and status.', type: 'histogram' },
        ...{ aggregator: 'sum', values: [...all.values()].flatMap(valuesOf) },
      }),
    },
  };
};

export type Metrics = ReturnType<typeof createMetrics>;

/** Metrics for Prometheus. No label contains a key, a path or anything that a caller chooses. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const times = createTimes();
  // A registry accepts anything with a name and values; its type names the library's classes.
  registry.registerMetric(times.metric as unknown as Histogram);
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
    credits: new Gauge({
      name: 'xnet_credits_spent',
      help: 'Credits spent since the start, refunds taken off.',
      registers,
    }),
    sockets: new Gauge({ name: 'xnet_web_sockets', help: 'Open WebSockets.', registers }),
  };
};
