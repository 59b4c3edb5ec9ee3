import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { checkCaller, originHeaders, preflightHeaders } from './callers';
import {
  type Connections,
  endAfterReply,
  isRefusedEarly,
  keepConnections,
  lingerMs,
} from './connections';
import { ServiceError } from './errors';
import { errorSerializers, logTo } from './operations/log';
import type { Metrics } from './operations/metrics';
import type { ServiceOptions } from './options';
import { type Begun, keepRequestLog } from './routes/requestLog';
import { keysIn } from './upstream/hide';

/** An IPFS upload or download may take that long; other requests have `requestMs`. */
const transferMs = 3_600_000;

export type Answer = { status: number; headers: Record<string, string | number>; body: string };
/** @returns nothing where the request is to be left to the framework, as it came */
type AnswerFirst = (
  raw: IncomingMessage,
  response: ServerResponse,
  begun: Begun,
) => Promise<Answer | undefined>;

export type Server = {
  server: FastifyInstance;
  connections: Connections;
  /** Gets each request whose caller may call before the framework does. */
  answerFirst: (answer: AnswerFirst) => void;
};

/** The HTTP server with its limits, its log and its rules for callers; no routes yet. */
export const createServer = (options: ServiceOptions, metrics: Metrics): Server => {
  const { limits, eth, ethSocket, ipfs = [], store = [] } = options;
  const addresses = [eth, ethSocket, ipfs, store].flat();
  const server = Fastify({
    logger: {
      level: options.logLevel,
      stream: logTo(options.log ?? process.stderr, addresses.flatMap(keysIn)),
      serializers: errorSerializers,
      redact: ['authorization', '*.authorization', 'key', '*.key', 'secret', '*.secret', 'url'],
    },
    // Its lines hold the path, and the path holds the key: own lines are written below.
    // A line has its own key mark and route; a logger for each request is time that nobody needs.
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
    // What comes during the end is refused below, as all else is.
    return503OnClosing: false,
    // Monitors ask by HEAD.
    exposeHeadRoutes: true,
    // A path that cannot be decoded; its text may hold a key, so it goes nowhere.
    frameworkErrors: (_error, _request, reply) => {
      const error = { code: -32600, message: 'The path is malformed.' };
      void (reply as FastifyReply).code(400).send({ error });
    },
  });
  // A caller that has closed its own side after a whole request still gets its answer.
  Object.assign(server.server, { httpAllowHalfOpen: true });
  // Before any other hook, which may refuse the request.
  const requestLog = keepRequestLog(server, metrics);

  let isEnding = false;
  /** At the end a connection goes with the last reply that was owed on it. */
  const isLast = (raw: IncomingMessage, status: number): boolean =>
    isEnding || isRefusedEarly(raw, status);
  const linger = (raw: IncomingMessage): void => {
    if (raw.complete) return;
    // A request that was broken off has none any more.
    const socket = raw.socket as Socket | null;
    raw.resume();
    setTimeout(() => {
      // One that goes on may have its next request by now.
      if (!raw.complete) socket?.destroy();
    }, lingerMs).unref();
  };
  /** @throws what `checkCaller` throws */
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
    answer(raw, response, begun).catch(() => socket.destroy());
  });
  const connections = keepConnections(server.server, limits.connections);

  // Routes that take a body read it themselves, when they know whose it is.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, body, done) => done(null, body));

  // By callbacks: a promise for each hook of each request is time that nobody needs.
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
