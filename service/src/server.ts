import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { checkCaller, originHeaders, preflightHeaders } from './callers';
import { type Connections, keepConnections } from './connections';
import { logTo } from './operations/log';
import type { ServiceOptions } from './options';

/** An IPFS upload or download may take that long; other requests have `requestMs`. */
const transferMs = 3_600_000;
/** A caller that was answered before its body came has so long to read the answer. */
const lingerMs = 1_000;

/** The HTTP server with its limits, its log and its rules for callers; no routes yet. */
export const createServer = async (
  options: ServiceOptions,
): Promise<{ server: FastifyInstance; connections: Connections }> => {
  const { limits } = options;
  const server = Fastify({
    logger: {
      level: options.logLevel,
      stream: logTo(options.log ?? process.stderr),
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
    exposeHeadRoutes: false,
    // A path that cannot be decoded; its text may hold a key, so it goes nowhere.
    frameworkErrors: (_error, _request, reply) => {
      const error = { code: -32600, message: 'The path is malformed.' };
      void (reply as FastifyReply).code(400).send({ error });
    },
  });
  const connections = keepConnections(server.server, limits.connections);
  // A caller that has closed its own side after a whole request still gets its answer.
  Object.assign(server.server, { httpAllowHalfOpen: true });

  // Routes that take a body read it themselves, when they know whose it is.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, body, done) => done(null, body));

  // By callbacks: a promise for each hook of each request is time that nobody needs.
  server.addHook('onRequest', (request, reply, done) => {
    const ms = request.url.startsWith('/api/v0') ? transferMs : limits.requestMs;
    const { socket } = request.raw;
    const timer = setTimeout(() => socket.destroy(), ms);
    reply.raw.once('close', () => clearTimeout(timer));
    try {
      checkCaller(request.raw, options);
    } catch (error) {
      return done(error as Error);
    }
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (origin !== undefined) reply.headers(originHeaders(origin));
    if (request.method === 'OPTIONS') return void reply.code(204).headers(preflightHeaders).send();
    done();
  });

  // At the end a connection goes with the last reply that was owed on it.
  let isEnding = false;
  server.addHook('preClose', async () => {
    isEnding = true;
    connections.endIdle();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    const isRefused = reply.statusCode >= 400 && !request.raw.complete;
    if (isEnding || isRefused) reply.header('connection', 'close');
    done(null, payload);
  });
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete) {
      // A request that was broken off has none any more.
      const socket = raw.socket as Socket | null;
      raw.resume();
      setTimeout(() => socket?.destroy(), lingerMs).unref();
    }
    done();
  });
  return { server, connections };
};
