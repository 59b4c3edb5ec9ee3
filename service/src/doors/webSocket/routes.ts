import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { fail } from '../../errors';
import { checkCaller } from '../callers';
import type { Chain } from '../chains';
import { checkRequest, getPath } from '../checkRequest';
import type { Context } from '../context';
import { logRequest } from '../requestLog';
import type { Server } from '../server';
import { withoutUpgrade } from './declinedUpgrade';
import { type OpenSocket, serveSocket } from './socket';

const routes = ['/ws/v3/:key', '/ws/v3/:key/networks/:chainId'] as const;
type Target = { route: (typeof routes)[number]; key: string; chainId: string | undefined };
const heartbeatMs = 30_000;

/** Checks each socket periodically; ends those without a sign of life since the last check. */
const watch = (open: ReadonlySet<OpenSocket>): (() => void) => {
  const timer = setInterval(() => {
    for (const socket of open) socket.beat();
  }, heartbeatMs);
  timer.unref();
  return () => clearInterval(timer);
};

const isWebSocket = ({ method, headers, httpVersion }: IncomingMessage): boolean =>
  method === 'GET' && httpVersion !== '1.0' && headers.upgrade?.toLowerCase() === 'websocket';

const targetOf = (request: IncomingMessage): Target => {
  const path = /^\/ws\/v3\/([^/?]+)(?:\/networks\/([^/?]+))?(?:\?|$)/.exec(getPath(request));
  const [, key = fail('notFound'), chainId] = path ?? [];
  return { route: routes[chainId === undefined ? 0 : 1], key, chainId };
};

/** The types of `ws` lack this option. */
const fragmentLimit = { maxFragments: 1_024 };

/** JSON-RPC over WebSocket, as over HTTP, plus subscriptions. */
export const webSocketRoutes = (http: Server, context: Context): void => {
  const { server } = http;
  const { authorize, chains, options, metrics, socketCount } = context;
  const { limits } = options;
  const open = new Set<OpenSocket>();
  const stopWatching = watch(open);
  let isEnding = false;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // A one-byte fragment takes a hundred bytes until the message is complete.
    maxPayload: limits.bodyBytes,
    ...fragmentLimit,
    // socket.ts answers pings itself, so that no pongs pile up for callers that do not read.
    autoPong: false,
  });

  /** @throws why this key may have no further WebSocket to the chain */
  const admit = async (
    { key, chainId }: Pick<Target, 'key' | 'chainId'>,
    authorization: string | undefined,
  ): Promise<Chain> => {
    await authorize.byPath(key, authorization);
    const chain = await chains.of(chainId);
    if (isEnding) fail('busy', 'The service ends.');
    if (socketCount.isFull(key)) fail('busy', 'This key has too many WebSockets.');
    return chain;
  };

  // Requests that were not upgraded come here as well, and are told why.
  const schema = { tags: ['socket'], summary: 'Ethereum JSON-RPC 2.0 over a WebSocket.' };
  for (const route of routes) {
    server.get(route, { schema }, async ({ params, headers }, reply) => {
      await admit(params as Target, headers.authorization);
      reply.header('upgrade', 'websocket');
      fail('noUpgrade');
    });
  }

  const serve = (
    socket: WebSocket,
    { socket: connection, headers: { authorization, origin } }: IncomingMessage,
    key: string,
    to: { chain: Chain; request: string },
  ): void => {
    const served = serveSocket(socket, connection, context, to, { key, origin }, () =>
      authorize.byPath(key, authorization),
    );
    open.add(served);
    metrics.sockets.inc();
    socket.once('close', () => {
      open.delete(served);
      metrics.sockets.dec();
    });
  };

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const at = performance.now();
    if (!isWebSocket(request)) fail('noUpgrade');
    checkRequest(request);
    checkCaller(request, options);
    const target = targetOf(request);
    const { key, route } = target;
    const chain = await admit(target, request.headers.authorization);
    if (socket.destroyed) return;
    socketCount.take(key);
    socket.once('close', () => socketCount.give(key));
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const { method = '' } = request;
      const ms = performance.now() - at;
      const id = context.requestId();
      logRequest(server.log, metrics, { id, method, route, status: 101, ms, key });
      serve(webSocket, request, key, { chain, request: id });
    });
  };

  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    // The same request without its upgrade (RFC 9110, 7.8) gets the answer of its route.
    upgrade(request, socket, head).catch(() => {
      if (socket.destroyed) return;
      socket.unshift(Buffer.concat([withoutUpgrade(request), head]));
      server.server.emit('connection', socket);
    });
  });

  http.onEnd(async () => {
    isEnding = true;
    stopWatching();
    await Promise.all([...open].map((socket) => socket.finish(limits.stopMs)));
  });
};
