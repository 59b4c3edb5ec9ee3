import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { isAllowedOrigin, isServedHost } from './callers';
import { fail } from './errors';
import type { ServiceOptions } from './options';

/** What a page may read of a reply, beside its body. */
const exposedHeaders = [
  ...['x-credits-used', 'x-credits-left', 'x-credits-reset', 'retry-after'],
  ...['x-stream-error', 'x-stream-output', 'x-content-length'],
];

/** An IPFS upload may take that long; other bodies have `bodyMs`. */
const uploadMs = 3_600_000;

/**
 * Connections on which nothing runs. Those that browsers open ahead are among them, which the
 * runtime waits for until they have sent a request.
 */
const idleSocketsOf = (server: Server): ReadonlySet<Socket> => {
  const idle = new Set<Socket>();
  server.on('connection', (socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
  server.on('upgrade', ({ socket }) => idle.delete(socket));
  return idle;
};

/** The HTTP server with its limits, its log and its rules for callers; no routes yet. */
export const createServer = async (options: ServiceOptions): Promise<FastifyInstance> => {
  const { limits } = options;
  const server = Fastify({
    logger: {
      level: options.logLevel,
      stream: options.log ?? process.stderr,
      redact: ['authorization', '*.authorization', 'key', '*.key', 'secret', '*.secret', 'url'],
    },
    // Its lines hold the path, and the path holds the key: own lines are written below.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    requestTimeout: uploadMs,
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
  server.server.maxConnections = limits.connections;
  // A caller that has closed its own side after the request still gets its answer.
  Object.assign(server.server, { httpAllowHalfOpen: true });

  server.removeAllContentTypeParsers();
  // As text: what is passed on is what came, and the JSON-RPC errors are ours to word.
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );

  await server.register(cors, {
    origin: (origin, done) =>
      done(
        null,
        origin === undefined || isAllowedOrigin(origin, options) ? (origin ?? false) : false,
      ),
    methods: ['GET', 'POST'],
    allowedHeaders: ['authorization', 'content-type'],
    exposedHeaders,
    maxAge: 600,
    strictPreflight: false,
  });

  server.addHook('onRequest', async (request) => {
    if (!isServedHost(request.headers.host, options)) fail('wrongHost');
    const { origin } = request.headers;
    if (origin === undefined || isAllowedOrigin(origin, options)) return;
    // The specification's table of the IPFS API counts this among the methods not allowed.
    fail(
      request.url.startsWith('/api/v0') ? 'wrongMethod' : 'forbidden',
      'This origin may not call.',
    );
  });

  // At the end a connection goes with the last reply that was owed on it.
  let isEnding = false;
  const idle = idleSocketsOf(server.server);
  server.addHook('preClose', async () => {
    isEnding = true;
    for (const socket of idle) socket.destroy();
  });
  server.addHook('onSend', async (_request, reply) => {
    if (isEnding) reply.header('connection', 'close');
  });
  return server;
};
