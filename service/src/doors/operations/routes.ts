import { createCountdown } from '@xnet/clients/transport/countdown';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors';
import { succeeds, withTimeout } from '../../withTimeout';
import type { Context } from '../context';

/** A check that takes longer counts as failed. */
const checkMs = 3_000;
/** The result is cached for this long: anybody may request it, for free. */
const freshMs = 5_000;
/** A node that does not answer must not make a scrape fail. */
const lookMs = 1_000;

const isUp = (check: Promise<unknown>): Promise<boolean> =>
  withTimeout(checkMs, succeeds(check), false);

const about = (summary: string) => ({ schema: { tags: ['operations'], summary } });

/** At an address of their own: they need no key, and reveal the state of nodes and of other callers. */
export const operationsRoutes = (
  server: FastifyInstance,
  context: Context,
  isStopping: () => boolean,
): void => {
  const { chains, store, ipfs, metrics, options } = context;
  // Sandboxed pages, which may be anybody's, read nothing here: elsewhere they have to bring a key.
  server.addHook('onRequest', ({ headers }, _reply, proceed) => {
    proceed(headers.origin === 'null' ? new ServiceError('forbidden') : undefined);
  });
  const ethereums = chains.all.map(({ ethereum }) => ethereum);
  type Parts = { ethereum: boolean; someChain: boolean; store: boolean; ipfs: boolean };
  const fresh = createCountdown(options.clock);
  let last: Promise<Parts> | undefined;
  const look = async (): Promise<Parts> => {
    const [storeUp = false, ipfsUp = false, ...chainsUp] = await Promise.all(
      [store.check(), ipfs.check(), ...ethereums.map(({ check }) => check())].map(isUp),
    );
    const [ethereum, someChain] = [chainsUp.every(Boolean), chainsUp.some(Boolean)];
    return { ethereum, someChain, store: storeUp, ipfs: ipfsUp };
  };
  const checkParts = (): Promise<Parts> => {
    if (last !== undefined && !fresh.isOver()) return last;
    fresh.start(freshMs);
    last = look();
    return last;
  };

  const statusOf = (isGood: boolean): number => {
    if (isGood) return 200;
    return 503;
  };

  server.get('/livez', about('200 as long as this process answers.'), async () => ({ live: true }));

  // Nodes of IPFS, the disk and one chain of several are parts: without them, JSON-RPC is still served.
  const ofReady = about('200 when JSON-RPC can be served; 503 before that, and from SIGTERM on.');
  server.get('/readyz', ofReady, async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ ready: false, stopping: true });
    const { ethereum, someChain, store: storeUp } = await checkParts();
    const ready = someChain && storeUp;
    return reply.code(statusOf(ready)).send({ ready, ethereum, store: storeUp });
  });

  const ofHealth = about('200 when every part answers, else 503.');
  server.get('/healthz', ofHealth, async (_request, reply) => {
    const { someChain: _, ...parts } = await checkParts();
    const healthy = parts.ethereum && parts.store && parts.ipfs && !isStopping();
    const nodes = ethereums.flatMap(({ states }) => states());
    return reply.code(statusOf(healthy)).send({ healthy, ...parts, nodes });
  });

  const ofMetrics = about('Metrics in the text format of Prometheus.');
  server.get('/metrics', ofMetrics, async (_request, reply) => {
    const { registry } = metrics;
    await Promise.all(ethereums.map(({ look }) => withTimeout(lookMs, look(), undefined)));
    metrics.showNodes(ethereums.flatMap(({ states }) => states()));
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};
