import { expect, it } from '@jest/globals';
import { AggregatorRegistry } from 'prom-client';
import { createMetrics } from '../operations/metrics';
import { keepCounts, type Metric } from './counts';

it('keeps what a worker has counted when it does not answer or has gone, and none of its state', async () => {
  const counts = keepCounts<string>();
  const workers = { a: createMetrics(), b: createMetrics() };
  const hear = async (name: keyof typeof workers) =>
    counts.hear(name, (await workers[name].registry.getMetricsAsJSON()) as object[] as Metric[]);
  const tell = async (name: string): Promise<number> => {
    const text = await AggregatorRegistry.aggregate([...counts.all()]).metrics();
    return Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (.*)$`, 'm').exec(text)?.[1]);
  };
  const all = async () => ({
    calls: await tell('xnet_request_seconds_count{route="x",status="200"}'),
    below: await tell('xnet_request_seconds_bucket{le="0.005",route="x",status="200"}'),
    upstream: await tell('xnet_upstream_calls_total{node="n",outcome="ok"}'),
    credits: await tell('xnet_credits_spent'),
    sockets: await tell('xnet_web_sockets'),
  });

  for (const { observe, countUpstream, credits, sockets } of Object.values(workers)) {
    observe('x', 200, 3);
    observe('x', 200, 30);
    countUpstream('n', 'ok');
    credits.inc(80);
    sockets.inc();
  }
  await hear('a');
  await hear('b');
  const counted = { calls: 4, below: 2, upstream: 2, credits: 160 };
  expect(await all()).toEqual({ ...counted, sockets: 2 });
  counts.lose('a');
  expect(await all()).toEqual({ ...counted, sockets: 1 });
  workers.b.observe('x', 200, 3);
  await hear('b');
  counts.lose('b');
  expect(await all()).toMatchObject({ ...counted, calls: 5, below: 3 });
  expect(await tell('xnet_web_sockets')).not.toBeGreaterThan(0);
  // An unknown worker.
  counts.lose('c');
  expect(await all()).toMatchObject({ calls: 5 });
});
