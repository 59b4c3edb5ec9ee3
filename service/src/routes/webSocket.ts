import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Context } from '../context';
import { type OpenSocket, serveSocket } from './socket';

type Params = { key: string };

const heartbeatMs = 30_000;

/** Asks each socket for a sign of life; one that gave none since the last time is ended. */
const watch = (open: ReadonlySet<OpenSocket>): (() => void) => {
  const timer = setInterval(() => {
    for (const socket of open) socket.beat();
  }, heartbeatMs);
  timer.unref();
  return () => clearInterval(timer);
};

/** JSON-RPC over WebSocket, the same as over HTTP, and subscriptions beside it. */
export const webSocketRoutes = async (server: FastifyInstance, context: Context): Promise<void> => {
  const { authorize, options, metrics } = context;
  const open = new Set<OpenSocket>();
  const stopWatching = watch(open);
  await server.register(websocket, {
    options: { maxPayload: options.limits.bodyBytes },
    preClose: (done) => {
      stopWatching();
      Promise.all([...open].map((socket) => socket.finish(options.limits.stopMs))).then(
        () => done(),
        () => done(),
      );
    },
  });

  const authorizeRequest = async (request: FastifyRequest): Promise<void> => {
    await authorize.byPath((request.params as Params).key, request.headers.authorization);
  };

  // In a scope of its own: the plugin sees the routes that come after it.
  await server.register((scope, _options, done) => {
    scope.get(
      '/ws/v3/:key',
      {
        websocket: true,
        preValidation: authorizeRequest,
        schema: { tags: ['rpc'], summary: 'Ethereum JSON-RPC 2.0 over a WebSocket.' },
      },
      (socket: WebSocket, request) => {
        const { key } = request.params as Params;
        const { authorization } = request.headers;
        const served = serveSocket(socket, context, () => authorize.byPath(key, authorization));
        open.add(served);
        metrics.sockets.inc();
        socket.once('close', () => {
          open.delete(served);
          metrics.sockets.dec();
        });
      },
    );
    done();
  });
};
