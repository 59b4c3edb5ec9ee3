import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';

/** Tells keys apart in the log without showing one. */
const markOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

/** One line and one measurement for each request; of its path the route alone, without the key. */
export const requestLog = (server: FastifyInstance, { metrics }: Context): void => {
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const seconds = reply.elapsedTime / 1_000;
    metrics.requests.observe({ route, status: reply.statusCode }, seconds);
    const { key } = (request.params ?? {}) as { key?: string };
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(key === undefined ? {} : { keyMark: markOf(key) }),
      },
      'request',
    );
  });
};
