import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** What Prometheus reads. No label holds a key, a path or anything a caller chooses. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'xnet_request_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 20],
    registers,
  });
  const upstream = new Counter({
    name: 'xnet_upstream_calls_total',
    help: 'Calls to upstream nodes.',
    labelNames: ['node', 'outcome'] as const,
    registers,
  });
  // Finding the series of some labels takes longer than counting: each is found once.
  const observers = new Map<string, { observe: (seconds: number) => void }>();
  const counters = new Map<string, { inc: () => void }>();
  return {
    registry,
    observe: (route: string, status: number, ms: number): void => {
      const name = `${status} ${route}`;
      const known = observers.get(name) ?? requests.labels({ route, status });
      observers.set(name, known);
      known.observe(ms / 1_000);
    },
    countUpstream: (node: string, outcome: string): void => {
      const name = `${outcome} ${node}`;
      const known = counters.get(name) ?? upstream.labels({ node, outcome });
      counters.set(name, known);
      known.inc();
    },
    credits: new Gauge({
      name: 'xnet_credits_spent',
      help: 'Credits spent since the start, refunds taken off.',
      registers,
    }),
    sockets: new Gauge({ name: 'xnet_web_sockets', help: 'Open WebSockets.', registers }),
  };
};
