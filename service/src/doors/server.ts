import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Server as NetServer } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import { asServiceError, fail, type ServiceError } from '../errors';
import type { ServiceOptions } from '../options';
import { urlOfStore } from '../stores/address';
import { listAddressSecrets } from '../upstream/redactNode';
import { callerAddress, checkCaller, originHeaders, preflightHeaders } from './callers';
import { checkRequest, getPath } from './checkRequest';
import { type Connections, keepConnections } from './connections';
import { failureRoutes } from './failures';
import { createLogOutput } from './operations/log';
import type { Metrics } from './operations/metrics';
import { createRequestLog, findKey, type RequestLog, type Visit } from './requestLog';
import { afterBody, sendError, sendText } from './send';
import type { Admits } from './strangers';

/** Deadline of an IPFS upload or download; other requests have `requestMs`. */
const transferMs = 3_600_000;

/** Answers a request before the framework sees it. @returns false if it is none of its own */
export type Direct = (raw: IncomingMessage, response: ServerResponse, visit: Visit) => boolean;

export type Server = {
  server: FastifyInstance;
  connections: Connections;
  log: RequestLog;
  /** The visit of a request that has no response of its own, such as an upgrade. */
  visit: (raw: IncomingMessage) => Visit;
  /** Headers of every response to this request. */
  getHeaders: (raw: IncomingMessage, visit: Visit) => string[];
  answerFirst: (direct: Direct) => void;
  /** True from the moment at which the service is about to stop. */
  isStopping: () => boolean;
  /** Runs at the time at which connections end. */
  onEnd: (end: () => Promise<void>) => void;
  stop: () => Promise<void>;
};

/** Ids of requests, unlike those of other processes and of earlier starts. */
const createRequestIds = (): (() => string) => {
  const processMark = `${Date.now().toString(36)}${process.pid.toString(36)}`;
  let count = 0;
  return () => {
    count += 1;
    return `${processMark}-${count.toString(36)}`;
  };
};
const requestId = createRequestIds();

/** The service's log, without keys and secrets. */
export const createLog = (options: ServiceOptions): FastifyBaseLogger => {
  const { eth, ethSocket, networks, ipfs = [], store = [] } = options;
  const further = networks.flatMap((network) => [network.eth, network.ethSocket].flat());
  const addresses = [eth, ethSocket, further, ipfs, [store].flat().map(urlOfStore)].flat();
  const stream = createLogOutput(
    options.log ?? process.stderr,
    addresses.flatMap(listAddressSecrets),
  );
  const redact = ['authorization', '*.authorization', 'key', '*.key', 'secret', '*.secret', 'url'];
  const { serializers } = stream;
  return Fastify({ logger: { level: options.logLevel, stream, serializers, redact } }).log;
};

const openHttp = ({ limits }: ServiceOptions): HttpServer => {
  const http = createHttpServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headerMs,
    requestTimeout: transferMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: 500,
    // `checkRequest` knows when a Host may be missing.
    requireHostHeader: false,
  });
  http.setTimeout(limits.idleMs);
  // A caller that half-closes its connection after a whole request still gets its response.
  return Object.assign(http, { httpAllowHalfOpen: true });
};

const openFastify = (
  http: HttpServer,
  loggerInstance: FastifyBaseLogger,
  visitOf: (raw: IncomingMessage) => Visit,
) => {
  let handle: (raw: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = Fastify({
    loggerInstance,
    // The library's lines contain the path, hence the key: we write our own, with a mark of the key
    // and the route. A logger per request would cost time for nothing.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (raw) => visitOf(raw as IncomingMessage).id,
    rewriteUrl: getPath,
    serverFactory: (handler) => {
      handle = handler;
      return http;
    },
    // Requests that still come on open connections are answered: see `stop`.
    return503OnClosing: false,
    // Monitors use HEAD.
    exposeHeadRoutes: true,
    // The path could not be decoded. It may contain a key, so it is neither logged nor returned.
    frameworkErrors: (_error, _request, reply) => {
      const error = { code: -32600, message: 'The path is malformed.' };
      void (reply as FastifyReply).code(400).send({ error });
    },
  });
  // Routes read bodies themselves, once they know the caller.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, body, proceed) => proceed(null, body));
  // Callbacks, because promises would cost time for each hook of each request.
  server.addHook('onRequest', ({ raw, routeOptions }, _reply, proceed) => {
    visitOf(raw).route = routeOptions.url ?? 'none';
    proceed();
  });
  server.addHook('onSend', ({ raw }, reply, payload, proceed) => {
    const isLast = !reply.raw.shouldKeepAlive;
    // Ours: of a body that cannot be read. A stream may be made of what still comes.
    const isOurs = reply.hasHeader('connection') || payload instanceof Readable;
    if (raw.complete || !isLast || isOurs) return proceed(null, payload);
    afterBody(raw, () => proceed(null, payload));
  });
  return { server, handle: (...args: Parameters<typeof handle>) => handle(...args) };
};

type Parts = {
  metrics: Metrics;
  log: FastifyBaseLogger;
  /** Connections that it may hold. */
  places: number;
  admits: Admits;
};

type Dispatch = Pick<Parts, 'metrics' | 'admits'> &
  Pick<Server, 'log' | 'visit'> & {
    direct: () => Direct;
    handle: (raw: IncomingMessage, response: ServerResponse) => void;
  };

/** Facts about each request, found by the object that all parts of the service have of it. */
const createVisits = ({ addressHeader }: ServiceOptions) => {
  const visits = new WeakMap<IncomingMessage, Visit>();
  return (raw: IncomingMessage): Visit => {
    const knownVisit = visits.get(raw);
    if (knownVisit !== undefined) return knownVisit;
    const visit: Visit = {
      id: requestId(),
      begunAt: performance.now(),
      route: 'none',
      key: findKey(raw),
      address: callerAddress(raw, addressHeader),
      isStranger: false,
    };
    visits.set(raw, visit);
    return visit;
  };
};

const getHeaders = ({ headers: { origin } }: IncomingMessage, { id }: Visit): string[] => {
  const headers = ['vary', 'Origin', 'x-request-id', id];
  if (origin === undefined) return headers;
  return [...headers, ...originHeaders(origin)];
};

/** Admits, checks and answers each request, or passes it on to the framework. */
const serveRequests = (
  http: HttpServer,
  options: ServiceOptions,
  { metrics, admits, log, visit, direct, handle }: Dispatch,
): void => {
  const refuse = (raw: IncomingMessage, response: ServerResponse, error: ServiceError): void => {
    metrics.countRefusal(error.kind);
    const headers = getHeaders(raw, visit(raw));
    // A page of an origin that may not call, or was not checked, reads nothing, not even why.
    const readable = error.kind === 'strange' ? headers : headers.slice(0, 4);
    sendError(raw, response, { path: getPath(raw), error, headers: readable });
  };
  const serve = (raw: IncomingMessage, response: ServerResponse, isAdmitted: boolean): void => {
    try {
      checkRequest(raw);
      checkCaller(raw, options);
      if (!isAdmitted) fail('strange');
    } catch (error) {
      refuse(raw, response, asServiceError(error));
      return;
    }
    if (direct()(raw, response, visit(raw))) return;
    const headers = getHeaders(raw, visit(raw));
    if (raw.method === 'OPTIONS') {
      const all = [...headers, ...preflightHeaders];
      sendText(raw, response, { status: 204, headers: all, text: '' });
      return;
    }
    for (let index = 0; index < headers.length; index += 2)
      response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
    handle(raw, response);
  };
  http.on('request', (raw, response) => {
    const ownVisit = visit(raw);
    log.watch(ownVisit, raw, response);
    const admitted = admits(ownVisit);
    if (typeof admitted === 'boolean') return serve(raw, response, admitted);
    void admitted.then((isAdmitted) => serve(raw, response, isAdmitted));
  });
};

/** The HTTP server with its limits, its log and its checks of every request; without routes. */
export const createServer = (options: ServiceOptions, parts: Parts): Server => {
  const { limits } = options;
  const { metrics, places, admits } = parts;
  const http = openHttp(options);
  const connections = keepConnections(http, {
    atMost: places,
    deadlineMs: ({ url }) => (url?.startsWith('/api/v0') ? transferMs : limits.requestMs),
  });
  const log = createRequestLog(parts.log, metrics, options);
  const visit = createVisits(options);
  const { server, handle } = openFastify(http, parts.log, visit);
  failureRoutes(server, metrics);
  let direct: Direct = () => false;
  serveRequests(http, options, { metrics, admits, log, visit, direct: () => direct, handle });

  let isStopping = false;
  const ends: (() => Promise<void>)[] = [];
  /**
   * Not ready, then deaf to new connections, then without the old ones: a proxy in front learns of
   * each step before the next one, and loses no request.
   */
  const stop = async (): Promise<void> => {
    isStopping = true;
    if (http.listening) {
      await wait(limits.drainMs);
      await connections.takeIn();
      connections.closeAfterReplies();
      // That of the HTTP server would end idle connections at this moment.
      NetServer.prototype.close.call(http);
      await wait(limits.lastRequestsMs);
      await connections.takeIn();
    }
    connections.endIdle();
    const force = setTimeout(connections.endAll, limits.stopMs);
    await Promise.all(ends.map((end) => end()));
    await server.close();
    clearTimeout(force);
    log.close();
  };
  return {
    server,
    connections,
    log,
    visit,
    getHeaders,
    answerFirst: (first) => {
      direct = first;
    },
    stop,
    isStopping: () => isStopping,
    onEnd: (end) => void ends.push(end),
  };
};
