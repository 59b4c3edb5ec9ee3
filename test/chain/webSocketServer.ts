import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

type Call = { id: unknown; method: string; params: unknown };

/**
 * A real WebSocket server on a free port that speaks JSON-RPC through `answer`. `hear` sees every
 * message first and decides whether it gets a response.
 */
export async function startWebSocketServer(
  answer: (call: Call) => object,
  hear: (text: string, socket: WebSocket) => boolean = () => true,
) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const seen: string[] = [];
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.on('message', (data) => {
      const text = data.toString();
      seen.push(text);
      if (!hear(text, socket)) return;
      const parsed = JSON.parse(text) as Call | Call[];
      const reply = (call: Call) => ({ jsonrpc: '2.0', id: call.id, ...answer(call) });
      socket.send(JSON.stringify(Array.isArray(parsed) ? parsed.map(reply) : reply(parsed)));
    });
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    connections: () => connections,
    /** Drops every connection, as a network fault does. */
    drop: () => {
      for (const socket of server.clients) socket.terminate();
    },
    async stop() {
      for (const socket of server.clients) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}
