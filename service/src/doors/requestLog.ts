import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
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
  method: string;
  route: string;
  status: number;
  ms: number;
  key?: string | undefined;
};

/** Writes one log line and one metric per request; of its path only the route, without the key. */
export const logRequest = (
  log: FastifyBaseLogger,
  { metrics }: { metrics: Metrics },
  request: Served,
): void => {
  metrics.observe(request.route, request.status, request.ms);
  if (!told.includes(log.level)) return;
  const { key, ms, ...served } = request;
  const mark = key === undefined ? {} : { keyMark: markOf(key) };
  log.info({ ...served, ms: Math.round(ms * 10) / 10, ...mark }, 'request');
};

/** A request that the server has received; whoever answers it sets its route. */
export type Begun = { method: string; route: string; key?: string; at: number };

/** The status that proxies log when a client disconnects before the whole response was sent. */
const leftStatus = 499;

export type RequestLog = {
  begin: (raw: IncomingMessage) => Begun;
  /** Call this before passing the request to the framework, which determines its route. */
  giveOn: (raw: IncomingMessage, begun: Begun) => void;
  /** Call this when the response has closed: one that was not fully sent is logged as such. */
  end: (begun: Begun, response: ServerResponse, socket: Socket) => void;
};

/** `writableFinished` is true even if the connection ended with unsent bytes. */
const isWhole = ({ writableFinished }: ServerResponse, socket: Socket): boolean =>
  writableFinished && socket.errored === null && (!socket.destroyed || socket.writableEnded);

export const keepRequestLog = (server: FastifyInstance, metrics: Metrics): RequestLog => {
  const givenOn = new WeakMap<IncomingMessage, Begun>();
  server.addHook('onRequest', ({ raw, params, headers, routeOptions }, _reply, done) => {
    const { key = readBasic(headers.authorization)?.key } = (params ?? {}) as { key?: string };
    const route = routeOptions.url ?? 'none';
    Object.assign(givenOn.get(raw) ?? {}, key === undefined ? { route } : { route, key });
    done();
  });
  return {
    begin: ({ method = '' }) => ({ method, route: 'none', at: performance.now() }),
    giveOn: (raw, begun) => void givenOn.set(raw, begun),
    end: ({ at, method, route, key }, response, socket) => {
      const status = isWhole(response, socket) ? response.statusCode : leftStatus;
      logRequest(
        server.log,
        { metrics },
        { method, route, status, ms: performance.now() - at, key },
      );
    },
  };
};
