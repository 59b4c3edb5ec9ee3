import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { asServiceError, fail, type ServiceError } from '../../errors';
import { checkCaller } from '../callers';
import type { Context } from '../context';
import { answerOf } from '../limitBody';
import { logRequest } from '../requestLog';
import { type OpenSocket, serveSocket } from './socket';

const route = '/ws/v3/:key';
const heartbeatMs = 30_000;

/** Checks each socket periodically; ends those without a sign of life since the last check. */
const watch = (open: ReadonlySet<OpenSocket>): (() => void) => {
  const timer = setInterval(() => {
    for (const socket of open) socket.beat();
  }, heartbeatMs);
  timer.unref();
  return () => clearInterval(timer);
};

const keyOf = ({ url = '' }: IncomingMessage): string =>
  /^\/ws\/v3\/([^/?]+)(\?|$)/.exec(url)?.[1] ??
  fail('malformed', 'Nothing but /ws/v3/{key} takes an upgrade.');

/** JSON-RPC over WebSocket, as over HTTP, plus subscriptions. */
export const webSocketRoutes = (server: FastifyInstance, context: Context): void => {
  const { authorize, options, metrics, socketCount } = context;
  const { limits, limitStyle } = options;
  const open = new Set<OpenSocket>();
  const stopWatching = watch(open);
  let isEnding = false;
  const sockets = new WebSocketServer({
    ...{ noServer: true, clientTracking: false },
    // A one-byte fragment takes a hundred bytes until the message is complete.
    ...{ maxPayload: limits.bodyBytes, maxFragments: 1_024 },
    // socket.ts answers pings itself, so that no pongs pile up for callers that do not read.
    autoPong: false,
  });

  server.get(
    route,
    { schema: { tags: ['socket'], summary: 'Ethereum JSON-RPC 2.0 over a WebSocket.' } },
    async (_request, reply) => {
      reply.header('upgrade', 'websocket');
      fail('noUpgrade');
    },
  );

  const admit = async (request: IncomingMessage, socket: Duplex): Promise<string> => {
    checkCaller(request, options);
    const key = keyOf(request);
    if (request.method !== 'GET') fail('wrongMethod');
    await authorize.byPath(key, request.headers.authorization);
    if (!socketCount.take(key)) fail('busy', 'This key has too many WebSockets.');
    const give = (): void => socketCount.give(key);
    if (socket.destroyed) give();
    else socket.once('close', give);
    if (isEnding) fail('busy');
    return key;
  };

  const serve = (
    socket: WebSocket,
    { socket: connection, headers: { authorization } }: IncomingMessage,
    key: string,
  ): void => {
    const served = serveSocket(socket, connection, context, key, () =>
      authorize.byPath(key, authorization),
    );
    open.add(served);
    metrics.sockets.inc();
    socket.once('close', () => {
      open.delete(served);
      metrics.sockets.dec();
    });
  };

  /** Answers a refused upgrade; the server no longer owns this connection, so it is closed here. */
  const refuse = (socket: Duplex, error: ServiceError): void => {
    const { status, headers, error: wire } = answerOf(error, limitStyle);
    const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: wire });
    const lines = Object.entries({
      ...headers,
      ...(status === 401 ? { 'www-authenticate': 'Basic realm="xnet"' } : {}),
      ...{ connection: 'close', 'content-type': 'application/json' },
      'content-length': Buffer.byteLength(body),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
    socket.end(head + body, () => socket.destroy());
  };

  server.server.on('upgrade', async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const begun = performance.now();
    let served: { method: string; route: string; key?: string } = {
      ...{ method: request.method ?? '', route: 'none' },
    };
    const log = (status: number): void =>
      logRequest(server.log, context, { ...served, status, ms: performance.now() - begun });
    socket.on('error', () => socket.destroy());
    try {
      const key = await admit(request, socket);
      served = { ...served, route, key };
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        log(101);
        serve(webSocket, request, key);
      });
    } catch (thrown) {
      const error = asServiceError(thrown);
      refuse(socket, error);
      log(answerOf(error, limitStyle).status);
    }
  });

  server.addHook('preClose', async () => {
    isEnding = true;
    stopWatching();
    await Promise.all([...open].map((socket) => socket.finish(limits.stopMs)));
  });
};
