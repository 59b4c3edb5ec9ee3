import type { IncomingMessage } from 'node:http';
import { Server as NetServer } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { ServiceOptions } from '../options';
import { urlOfStore } from '../stores/address';
import { listAddressSecrets } from '../upstream/redactNode';
import { checkCaller, originHeaders, preflightHeaders } from './callers';
import { checkRequest, getPath } from './checkRequest';
import { type Connections, keepConnections, lingerMs } from './connections';
import { createLogOutput } from './operations/log';
import type { Metrics } from './operations/metrics';
import { logRequests } from './requestLog';

/** Deadline of an IPFS upload or download; other requests have `requestMs`. */
const transferMs = 3_600_000;

export type Server = {
  server: FastifyInstance;
  connections: Connections;
  requestId: () => string;
  /** True from the moment at which the service is about to stop. */
  isStopping: () => boolean;
  /** Runs at the time at which connections end. */
  onEnd: (end: () => Promise<void>) => void;
  stop: () => Promise<void>;
};

/** Ids of requests, unlike those of other processes and of earlier starts. */
const createRequestIds = (): (() => string) => {
  const own = `${Date.now().toString(36)}${process.pid.toString(36)}`;
  let count = 0;
  return () => {
    count += 1;
    return `${own}-${count.toString(36)}`;
  };
};

const openFastify = (options: ServiceOptions, genReqId: () => string): FastifyInstance => {
  const { limits, eth, ethSocket, networks, ipfs = [], store = [] } = options;
  const further = networks.flatMap((network) => [network.eth, network.ethSocket].flat());
  const addresses = [eth, ethSocket, further, ipfs, [store].flat().map(urlOfStore)].flat();
  const stream = createLogOutput(
    options.log ?? process.stderr,
    addresses.flatMap(listAddressSecrets),
  );
  const server = Fastify({
    logger: {
      level: options.logLevel,
      stream,
      serializers: stream.serializers,
      redact: ['authorization', '*.authorization', 'key', '*.key', 'secret', '*.secret', 'url'],
    },
    // The library's lines contain the path, hence the key: we write our own, with a mark of the key
    // and the route. A logger per request would cost time for nothing.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId,
    rewriteUrl: getPath,
    requestTimeout: transferMs,
    connectionTimeout: limits.idleMs,
    keepAliveTimeout: limits.idleMs,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headerMs,
      connectionsCheckingInterval: 500,
      // `checkRequest` knows when a Host may be missing.
      requireHostHeader: false,
    },
    // What still comes on open connections is answered: see `stop`.
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
  // Routes read bodies themselves, once they know the caller.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, body, done) => done(null, body));
  return server;
};

/**
 * Runs this once the body has arrived, or after a while: a connection that closes with bytes that
 * nobody has read is reset, and its caller may not read the reply.
 */
const afterBody = (raw: IncomingMessage, run: () => void): void => {
  const go = (): void => {
    clearTimeout(timer);
    raw.off('end', go).off('close', go);
    run();
  };
  const timer = setTimeout(go, lingerMs);
  raw.once('end', go).once('close', go).resume();
};

/** The HTTP server with its limits, its log and its checks of every request; without routes. */
export const createServer = (options: ServiceOptions, metrics: Metrics): Server => {
  const { limits } = options;
  const requestId = createRequestIds();
  const server = openFastify(options, requestId);
  const connections = keepConnections(server.server, {
    atMost: limits.connections,
    deadlineMs: ({ url }) => (url?.startsWith('/api/v0') ? transferMs : limits.requestMs),
  });
  // Before all other hooks, which may refuse the request.
  logRequests(server, metrics, options.logCallers);

  // Callbacks, because promises would cost time for each hook of each request.
  server.addHook('onRequest', ({ raw, method }, reply, done) => {
    reply.header('vary', 'Origin');
    try {
      checkRequest(raw);
      checkCaller(raw, options);
    } catch (error) {
      return done(error as Error);
    }
    const { origin } = raw.headers;
    if (origin !== undefined) reply.headers(originHeaders(origin));
    if (method === 'OPTIONS') return void reply.code(204).headers(preflightHeaders).send();
    done();
  });
  server.addHook('onSend', ({ raw }, reply, payload, done) => {
    const isLast = !reply.raw.shouldKeepAlive;
    // Ours: of a body that cannot be read. A stream may be made of what still comes.
    const isOurs = reply.hasHeader('connection') || payload instanceof Readable;
    if (raw.complete || !isLast || isOurs) return done(null, payload);
    afterBody(raw, () => done(null, payload));
  });

  let isStopping = false;
  const ends: (() => Promise<void>)[] = [];
  /**
   * Not ready, then deaf to new connections, then without the old ones: a proxy in front learns of
   * each step before the next one, and loses no request.
   */
  const stop = async (): Promise<void> => {
    isStopping = true;
    if (server.server.listening) {
      await wait(limits.drainMs);
      await connections.takeIn();
      connections.closeAfterReplies();
      // That of the HTTP server would end idle connections at this moment.
      NetServer.prototype.close.call(server.server);
      await wait(limits.lastRequestsMs);
      await connections.takeIn();
    }
    connections.endIdle();
    const force = setTimeout(connections.endAll, limits.stopMs);
    await Promise.all(ends.map((end) => end()));
    await server.close();
    clearTimeout(force);
  };
  return {
    server,
    connections,
    requestId,
    stop,
    isStopping: () => isStopping,
    onEnd: (end) => void ends.push(end),
  };
};
