import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { ServiceError } from '../errors';
import type { ServiceOptions } from '../options';
import { urlOfStore } from '../stores/address';
import { secretsIn } from '../upstream/redactNode';
import { checkCaller, originHeaders, preflightHeaders } from './callers';
import {
  type Connections,
  endAfterReply,
  isRefusedEarly,
  keepConnections,
  lingerMs,
} from './connections';
import { logTo } from './operations/log';
import type { Metrics } from './operations/metrics';
import { type Begun, keepRequestLog } from './requestLog';

/** Deadline of an IPFS upload or download; other requests have `requestMs`. */
const transferMs = 3_600_000;

export type Answer = { status: number; headers: Record<string, string | number>; body: string };
/** @returns undefined to leave the unchanged request to the framework */
type AnswerFirst = (
  raw: IncomingMessage,
  response: ServerResponse,
  begun: Begun,
) => Promise<Answer | undefined>;

export type Server = {
  server: FastifyInstance;
  connections: Connections;
  /** Sees each request from an allowed caller before the framework does. */
  answerFirst: (answer: AnswerFirst) => void;
};

/** The HTTP server with its limits, its log and its caller checks; without routes. */
export const createServer = (options: ServiceOptions, metrics: Metrics): Server => {
  const { limits, eth, ethSocket, ipfs = [], store = [] } = options;
  const addresses = [eth, ethSocket, ipfs, [store].flat().map(urlOfStore)].flat();
  const stream = logTo(options.log ?? process.stderr, addresses.flatMap(secretsIn));
  const server = Fastify({
    logger: {
      level: options.logLevel,
      stream,
      serializers: stream.serializers,
      redact: ['authorization', '*.authorization', 'key', '*.key', 'secret', '*.secret', 'url'],
    },
    // The library's lines contain the path, hence the key: we write our own below, with a mark of
    // the key and the route. A logger per request would cost time for nothing.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: transferMs,
    connectionTimeout: limits.idleMs,
    keepAliveTimeout: limits.idleMs,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headerMs,
      connectionsCheckingInterval: 500,
    },
    forceCloseConnections: 'idle',
    // Requests during shutdown are refused below, like all others.
    return503OnClosing: false,
    // Monitors use HEAD.
    exposeHeadRoutes: true,
    // The path could not be decoded. It may contain a key, so it is neither logged nor returned.
    frameworkErrors: (_error, _request, reply) => {
      const error = { code: -32600, message: 'The path is malformed.' };
      void (reply as FastifyReply).code(400).send({ error });
    },
  });
  // A caller that half-closes its connection after a whole request still gets its response.
  Object.assign(server.server, { httpAllowHalfOpen: true });
  // Before all other hooks, which may refuse the request.
  const requestLog = keepRequestLog(server, metrics);

  let isEnding = false;
  /** During shutdown, a connection closes after its last pending response. */
  const isLast = (raw: IncomingMessage, status: number): boolean =>
    isEnding || isRefusedEarly(raw, status);
  const linger = (raw: IncomingMessage): void => {
    if (raw.complete) return;
    // An aborted request no longer has a socket.
    const socket = raw.socket as Socket | null;
    raw.resume();
    setTimeout(() => {
      // A complete request's connection may already carry the next one.
      if (!raw.complete) socket?.destroy();
    }, lingerMs).unref();
  };
  /** @throws the errors of `checkCaller` */
  const headersFor = (raw: IncomingMessage): Record<string, string | number> => {
    checkCaller(raw, options);
    const { origin } = raw.headers;
    return origin === undefined ? { vary: 'Origin' } : { vary: 'Origin', ...originHeaders(origin) };
  };

  const [framework] = server.server.listeners('request') as [RequestListener];
  let answerFirst: AnswerFirst = async () => undefined;
  const answer = async (raw: IncomingMessage, response: ServerResponse, begun: Begun) => {
    const giveOn = (): void => {
      requestLog.giveOn(raw, begun);
      framework(raw, response);
    };
    let headers: Answer['headers'];
    try {
      headers = headersFor(raw);
    } catch {
      return giveOn();
    }
    const answered = isEnding ? undefined : await answerFirst(raw, response, begun);
    if (answered === undefined) return giveOn();
    if (response.destroyed) return;
    const { status, body } = answered;
    Object.assign(headers, answered.headers);
    if (isLast(raw, status)) {
      headers.connection = 'close';
      endAfterReply(raw);
    }
    response.writeHead(status, headers).end(body);
    linger(raw);
  };
  server.server.off('request', framework).on('request', (raw, response) => {
    const { socket, url } = raw;
    const ms = url?.startsWith('/api/v0') ? transferMs : limits.requestMs;
    const timer = setTimeout(() => socket.destroy(), ms);
    const begun = requestLog.begin(raw);
    response.on('close', () => {
      clearTimeout(timer);
      requestLog.end(begun, response, socket);
    });
    connections.inTurn(
      socket,
      () => void answer(raw, response, begun).catch(() => socket.destroy()),
    );
  });
  const connections = keepConnections(server.server, limits.connections);

  // Routes read bodies themselves, once they know the caller.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, body, done) => done(null, body));

  // Callbacks, because promises would cost time for each hook of each request.
  server.addHook('onRequest', (request, reply, done) => {
    try {
      reply.headers(headersFor(request.raw));
    } catch (error) {
      return done(error as Error);
    }
    if (request.method === 'OPTIONS') return void reply.code(204).headers(preflightHeaders).send();
    done(isEnding ? new ServiceError('busy', { message: 'The service ends.' }) : undefined);
  });

  server.addHook('preClose', async () => {
    isEnding = true;
    connections.endIdle();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    if (isLast(request.raw, reply.statusCode)) {
      reply.header('connection', 'close');
      endAfterReply(request.raw);
    }
    done(null, payload);
  });
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    linger(raw);
    done();
  });
  return {
    ...{ server, connections },
    answerFirst: (first) => {
      answerFirst = first;
    },
  };
};
