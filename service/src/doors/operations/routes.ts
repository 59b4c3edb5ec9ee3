import type { FastifyInstance, FastifyRequest } from 'fastify';
import { remainingMs } from '../../deadline';
import { fail } from '../../errors';
import { withTimeout } from '../../withTimeout';
import type { Context } from '../context';

/** A check that takes longer counts as failed. */
const checkMs = 3_000;
/** The result is cached for this long: anybody may request it, for free. */
const freshMs = 5_000;

const isUp = (check: Promise<unknown>): Promise<boolean> => {
  const done = check.then(
    () => true,
    () => false,
  );
  return withTimeout(checkMs, done, false);
};

/**
 * These routes need no key but reveal the state of nodes and of other callers. Sandboxed pages,
 * which may be anybody's, are refused: elsewhere they have to bring a key.
 */
const onRequest = async ({ headers }: FastifyRequest): Promise<void> => {
  if (headers.origin === 'null') fail('forbidden', 'This origin may not call.');
};

export const operationsRoutes = (server: FastifyInstance, context: Context): void => {
  const { ethereum, store, ipfs, metrics, options, isStopping } = context;
  let last: { at: number; parts: Promise<readonly boolean[]> } | undefined;
  const checkParts = (): Promise<readonly boolean[]> => {
    const now = options.clock();
    if (last !== undefined && remainingMs(last.at + freshMs, freshMs, now) > 0) return last.parts;
    const checks = [ethereum.check(), store.check(), ipfs.check()];
    last = { at: now, parts: Promise.all(checks.map(isUp)) };
    return last.parts;
  };

  server.get(
    '/livez',
    { schema: { tags: ['operations'], summary: '200 as long as this process answers.' } },
    async () => ({ live: true }),
  );

  // Nodes of IPFS and the disk are parts: without them, JSON-RPC is still served.
  server.get(
    '/readyz',
    {
      schema: {
        tags: ['operations'],
        summary: '200 when JSON-RPC can be served; 503 before that, and from SIGTERM on.',
      },
    },
    async (_request, reply) => {
      if (isStopping()) return reply.code(503).send({ ready: false, stopping: true });
      const [ethereumUp, storeUp] = await checkParts();
      const isReady = ethereumUp === true && storeUp === true;
      return reply
        .code(isReady ? 200 : 503)
        .send({ ready: isReady, ethereum: ethereumUp, store: storeUp });
    },
  );

  server.get(
    '/healthz',
    {
      onRequest,
      schema: { tags: ['operations'], summary: '200 when every part answers, else 503.' },
    },
    async (_request, reply) => {
      const [ethereumUp, storeUp, ipfsUp] = await checkParts();
      const isWell = ethereumUp && storeUp && ipfsUp && !isStopping();
      return reply.code(isWell ? 200 : 503).send({
        healthy: isWell,
        ethereum: ethereumUp,
        store: storeUp,
        ipfs: ipfsUp,
        nodes: ethereum.states(),
      });
    },
  );

  server.get(
    '/metrics',
    {
      onRequest,
      schema: { tags: ['operations'], summary: 'Metrics in the text format of Prometheus.' },
    },
    async (_request, reply) => {
      const { registry } = metrics;
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
};
