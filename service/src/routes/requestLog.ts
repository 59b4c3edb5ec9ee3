import { createHash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Context } from '../context';
import { readBasic } from '../keys/authorize';

/** Levels at which there is a line for each request. */
const told = ['trace', 'debug', 'info'];
const marksAtMost = 10_000;
const marks = new Map<string, string>();

/** Tells keys apart in the log without showing one. */
const markOf = (key: string): string => {
  const known = marks.get(key);
  if (known !== undefined) return known;
  const mark = createHash('sha256').update(key).digest('hex').slice(0, 8);
  // What callers send is no key of ours until it was looked up.
  if (marks.size >= marksAtMost) marks.clear();
  marks.set(key, mark);
  return mark;
};

type Served = { method: string; route: string; status: number; ms: number; key?: string };

/** One line and one measurement for each request; of its path the route alone, without the key. */
export const logRequest = (
  log: FastifyBaseLogger,
  { metrics }: Pick<Context, 'metrics'>,
  request: Served,
): void => {
  metrics.observe(request.route, request.status, request.ms);
  if (!told.includes(log.level)) return;
  const { key, ms, ...served } = request;
  const mark = key === undefined ? {} : { keyMark: markOf(key) };
  log.info({ ...served, ms: Math.round(ms * 10) / 10, ...mark }, 'request');
};

export const requestLog = (server: FastifyInstance, context: Context): void => {
  server.addHook('onResponse', (request, reply, done) => {
    const { params, headers } = request;
    const { key = readBasic(headers.authorization)?.key } = (params ?? {}) as { key?: string };
    // What is passed on is told by the process that answers it.
    if (!('isPassedOn' in request.routeOptions.config)) {
      logRequest(request.log, context, {
        ...{ method: request.method, route: request.routeOptions.url ?? 'none' },
        ...{ status: reply.statusCode, ms: reply.elapsedTime },
        ...(key === undefined ? {} : { key }),
      });
    }
    done();
  });
};
