import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** What Prometheus reads. No label holds a key, a path or anything a caller chooses. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'xnet_request_seconds',
      help: 'Time to answer, by route and status.',
      labelNames: ['route', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 20],
      registers,
    }),
    credits: new Gauge({
      name: 'xnet_credits_spent',
      help: 'Credits spent since the start, refunds taken off.',
      registers,
    }),
    upstream: new Counter({
      name: 'xnet_upstream_calls_total',
      help: 'Calls to upstream nodes.',
      labelNames: ['node', 'outcome'] as const,
      registers,
    }),
    sockets: new Gauge({ name: 'xnet_web_sockets', help: 'Open WebSockets.', registers }),
  };
};
