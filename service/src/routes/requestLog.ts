import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { readBasic } from '../keys/authorize';
import type { Metrics } from '../operations/metrics';

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

type Served = {
  method: string;
  route: string;
  status: number;
  ms: number;
  key?: string | undefined;
};

/** One line and one measurement for each request; of its path the route alone, without the key. */
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

/** Of a request that the server has got; who answers it says which route it is of. */
export type Begun = { method: string; route: string | undefined; key?: string; at: number };

/** As proxies tell of a request whose connection ended before the whole reply had gone. */
const leftStatus = 499;

export type RequestLog = {
  begin: (raw: IncomingMessage) => Begun;
  /** To be called before the framework gets the request, which finds out its route. */
  giveOn: (raw: IncomingMessage, begun: Begun) => void;
  /** When its response has closed, whole or not: a reply that nobody waits for is no reply. */
  end: (begun: Begun, response: ServerResponse, socket: Socket) => void;
};

/** Finished by its own word a response is also where the connection has ended with what was unsent. */
const isWhole = ({ writableFinished }: ServerResponse, socket: Socket): boolean =>
  writableFinished && socket.errored === null && (!socket.destroyed || socket.writableEnded);

export const keepRequestLog = (server: FastifyInstance, metrics: Metrics): RequestLog => {
  const givenOn = new WeakMap<IncomingMessage, Begun>();
  server.addHook('onRequest', ({ raw, params, headers, routeOptions }, _reply, done) => {
    const { key = readBasic(headers.authorization)?.key } = (params ?? {}) as { key?: string };
    // What is passed on is told by the process that answers it.
    const isPassedOn = 'isPassedOn' in routeOptions.config;
    const route = isPassedOn ? undefined : (routeOptions.url ?? 'none');
    Object.assign(givenOn.get(raw) ?? {}, key === undefined ? { route } : { route, key });
    done();
  });
  return {
    begin: ({ method = '' }) => ({ method, route: 'none', at: performance.now() }),
    giveOn: (raw, begun) => void givenOn.set(raw, begun),
    end: ({ at, method, route, key }, response, socket) => {
      if (route === undefined) return;
      const status = isWhole(response, socket) ? response.statusCode : leftStatus;
      logRequest(
        server.log,
        { metrics },
        { method, route, status, ms: performance.now() - at, key },
      );
    },
  };
};
