import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { readBasic } from '../meter/authorize';
import type { Metrics } from './operations/metrics';

/** Log levels at which each request gets a line. */
const told = ['trace', 'debug', 'info'];
const marksAtMost = 10_000;
const marks = new Map<string, string>();

/** Distinguishes keys in the log without revealing them. */
const markOf = (key: string): string => {
  const known = marks.get(key);
  if (known !== undefined) return known;
  const mark = createHash('sha256').update(key).digest('hex').slice(0, 8);
  // Callers may send any string as a key, so the cache is bounded.
  if (marks.size >= marksAtMost) marks.clear();
  marks.set(key, mark);
  return mark;
};

type Served = {
  id: string;
  method: string;
  route: string;
  status: number;
  ms: number;
  key?: string | undefined;
  /** Address of the caller, where the operator wants it. */
  caller?: string | undefined;
};

/** Writes one log line and one metric per request; of its path only the route, without the key. */
export const logRequest = (log: FastifyBaseLogger, metrics: Metrics, request: Served): void => {
  metrics.observe(request.route, request.status, request.ms);
  if (!told.includes(log.level)) return;
  const { key, ms, ...served } = request;
  const mark = key === undefined ? {} : { keyMark: markOf(key) };
  log.info({ ...served, ms: Math.round(ms * 10) / 10, ...mark }, 'request');
};

/** The status that proxies log when a client disconnects before the whole response was sent. */
const leftStatus = 499;

/** `writableFinished` is true even if the connection ended with unsent bytes. */
const isWhole = ({ writableFinished }: ServerResponse, socket: Socket): boolean =>
  writableFinished && socket.errored === null && (!socket.destroyed || socket.writableEnded);

/** Logs each request when its response has closed: one that was not fully sent as such. */
export const logRequests = (
  server: FastifyInstance,
  metrics: Metrics,
  hasCaller: boolean,
): void => {
  server.addHook('onRequest', (request, reply, done) => {
    const at = performance.now();
    const { id, raw, params, headers } = request;
    const { socket, method = '' } = raw;
    const { key = readBasic(headers.authorization)?.key } = (params ?? {}) as { key?: string };
    const route = request.routeOptions.url ?? 'none';
    const caller = hasCaller ? socket.remoteAddress : undefined;
    reply.header('x-request-id', id);
    reply.raw.on('close', () => {
      const status = isWhole(reply.raw, socket) ? reply.raw.statusCode : leftStatus;
      const ms = performance.now() - at;
      logRequest(server.log, metrics, { id, method, route, status, ms, key, caller });
    });
    done();
  });
};
