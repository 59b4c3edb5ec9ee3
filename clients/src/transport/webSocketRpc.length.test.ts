import { expect, it } from '@jest/globals';
import WebSocket from 'ws';
import { startWebSocketServer } from '../../../test/chain/webSocketServer';
import { createClock } from '../../../test/wallet/clock';
import { webSocketRpc } from './webSocketRpc';

it('accepts a message of 10 MiB, and hangs up on a longer one', async () => {
  const most = 10 * 2 ** 20;
  const lengths = [most, most + 1];
  const server = await startWebSocketServer(
    () => ({ result: 'short' }),
    (text, socket) => {
      const { id } = JSON.parse(text) as { id: number };
      const reply = JSON.stringify({ jsonrpc: '2.0', id, result: 'long' });
      const length = lengths.shift();
      if (length !== undefined) socket.send(reply.padEnd(length));
      return length === undefined;
    },
  );
  const transport = webSocketRpc({
    endpoint: { url: server.url },
    clock: createClock(),
    open: (address) => new WebSocket(address),
  });
  const ask = () => transport.ask([{ method: 'eth_echo', params: [] }]);
  try {
    await expect(ask()).resolves.toEqual([{ result: 'long' }]);
    expect(server.connections()).toBe(1);
    await expect(ask()).resolves.toEqual([{ result: 'short' }]);
    expect(server.connections()).toBe(2);
  } finally {
    transport.close();
    await server.stop();
  }
});
