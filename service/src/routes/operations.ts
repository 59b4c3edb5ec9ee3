import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';

/** An answer that takes longer counts as none. */
const checkMs = 3_000;

const isUp = async (check: Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), checkMs);
  });
  const done = check.then(
    () => true,
    () => false,
  );
  const up = await Promise.race([done, late]);
  clearTimeout(timer);
  return up;
};

export const operationsRoutes = (server: FastifyInstance, context: Context): void => {
  const { ethereum, store, ipfs, metrics } = context;

  server.get(
    '/healthz',
    { schema: { tags: ['operations'], summary: '200 when every part answers, else 503.' } },
    async (_request, reply) => {
      const [ethereumUp, storeUp, ipfsUp] = await Promise.all([
        isUp(ethereum.ask('eth_chainId', [])),
        isUp(store.check()),
        isUp(ipfs.check()),
      ]);
      const isWell = ethereumUp && storeUp && ipfsUp;
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
    { schema: { tags: ['operations'], summary: 'Metrics in the text format of Prometheus.' } },
    async (_request, reply) =>
      reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
};
