import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { fail } from '../../errors';
import { checkCaller } from '../callers';
import type { Chain } from '../chains';
import { checkRequest, getPath } from '../checkRequest';
import { lingerMs } from '../connections';
import type { Context } from '../context';
import { addressBlock } from '../holders';
import type { Server } from '../server';
import { withoutUpgrade } from './declinedUpgrade';
import { goodbye, type OpenSocket, serveSocket } from './socket';

const routes = ['/ws/v3/:key', '/ws/v3/:key/networks/:chainId'] as const;
type Target = { route: (typeof routes)[number]; key: string; chainId: string | undefined };
const heartbeatMs = 30_000;

/** The open sockets. Ends those without a sign of life since the last beat. */
const keepOpen = ({ sockets }: Context['metrics']) => {
  const all = new Set<OpenSocket>();
  const timer = setInterval(() => {
    for (const socket of all) socket.beat();
  }, heartbeatMs).unref();
  return {
    add: (webSocket: WebSocket, openSocket: OpenSocket): void => {
      all.add(openSocket);
      sockets.inc();
      webSocket.once('close', () => {
        all.delete(openSocket);
        sockets.dec();
      });
    },
    finish: async (waitMs: number): Promise<void> => {
      clearInterval(timer);
      await Promise.all([...all].map((socket) => socket.finish(waitMs)));
    },
  };
};

const isWebSocket = ({ method, headers, httpVersion }: IncomingMessage): boolean =>
  method === 'GET' && httpVersion !== '1.0' && headers.upgrade?.toLowerCase() === 'websocket';

const targetOf = (request: IncomingMessage): Target => {
  const path = /^\/ws\/v3\/([^/?]+)(?:\/networks\/([^/?]+))?(?:\?|$)/.exec(getPath(request));
  const [, key = fail('notFound'), chainId] = path ?? [];
  return { route: routes[chainId === undefined ? 0 : 1], key, chainId };
};

const schema = { tags: ['socket'], summary: 'Ethereum JSON-RPC 2.0 over a WebSocket.' };

/** The types of `ws` lack this option. */
const fragmentLimit = { maxFragments: 1_024 };

const createSockets = (maxPayload: number): WebSocketServer =>
  new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // A one-byte fragment takes a hundred bytes until the message is complete.
    maxPayload,
    ...fragmentLimit,
    // socket.ts answers pings itself, so that no pongs pile up for callers that do not read.
    autoPong: false,
  });

/** Closes a socket to make room for others. */
const endForOthers = (webSocket: WebSocket): void => {
  webSocket.close(goodbye.tryLater, 'the service is full');
  setTimeout(() => webSocket.terminate(), lingerMs).unref();
};

/**
 * Upgrades what may be: the same request without its upgrade (RFC 9110, 7.8) gets its route's answer.
 * Earlier requests of the connection are answered first: the runtime would forget what comes after
 * them as soon as the connection is upgraded or read anew.
 */
const takeUpgrades = (
  { server: { server }, connections }: Server,
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>,
): void => {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const destroy = (): unknown => socket.destroy();
    socket.on('error', destroy);
    const upgradeInTurn = async (): Promise<void> => {
      await connections.settle(socket);
      await upgrade(request, socket, head);
    };
    upgradeInTurn().catch(() => {
      if (socket.destroyed) return;
      // The connection may carry any number of such requests.
      socket.off('error', destroy);
      socket.unshift(Buffer.concat([withoutUpgrade(request), head]));
      server.emit('connection', socket);
    });
  });
};

/** JSON-RPC over WebSocket, as over HTTP, plus subscriptions. */
export const webSocketRoutes = (http: Server, context: Context): void => {
  const { server } = http;
  const { authorize, chains, options, metrics, socketCount } = context;
  const { limits } = options;
  const open = keepOpen(metrics);
  let isEnding = false;
  const sockets = createSockets(limits.bodyBytes);

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

  for (const route of routes) {
    server.get(route, { schema }, async ({ params, headers }, reply) => {
      // A request that was not upgraded is told why.
      await admit(params as Target, headers.authorization);
      reply.header('upgrade', 'websocket');
      fail('noUpgrade');
    });
  }

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const visit = http.visit(request);
    if (!isWebSocket(request)) fail('noUpgrade');
    checkRequest(request);
    checkCaller(request, options);
    const target = targetOf(request);
    const { key, route } = target;
    const chain = await admit(target, request.headers.authorization);
    if (socket.destroyed) return;
    socketCount.take(key);
    socket.once('close', () => socketCount.give(key));
    http.connections.hold(socket, { key, address: addressBlock(visit.address) });
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const { method = '', headers } = request;
      http.log.note({ ...visit, route }, method, 101);
      const authorizeAgain = () => authorize.byPath(key, headers.authorization);
      const caller = { key, origin: headers.origin };
      const socketParts = { socket: webSocket, context, caller, authorize: authorizeAgain };
      const use = http.connections.upgrade(socket, () => endForOthers(webSocket));
      open.add(
        webSocket,
        serveSocket(socketParts, request.socket, { chain, request: visit.id, use }),
      );
    });
  };

  takeUpgrades(http, upgrade);
  http.onEnd(async () => {
    isEnding = true;
    await open.finish(limits.stopMs);
  });
};
