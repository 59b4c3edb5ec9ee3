import WebSocket from 'ws';
import { startServiceProcess } from './serviceProcess';

const count = 1_000;

/** Opens many idle WebSockets. Megabytes that they take, and the time of a call beside them. */
export const measureIdleSockets = async (): Promise<Record<string, number>> => {
  const service = await startServiceProcess([]);
  const call = async (): Promise<number> => {
    const started = performance.now();
    const response = await fetch(`${service.url}/v3/${service.key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
    });
    await response.text();
    return performance.now() - started;
  };
  try {
    for (let index = 0; index < 20; index += 1) await call();
    const before = await service.memory();
    const url = `${service.url.replace('http', 'ws')}/ws/v3/${service.key}`;
    const sockets = Array.from({ length: count }, () => new WebSocket(url));
    await Promise.all(
      sockets.map(
        (socket) =>
          new Promise((resolve, reject) => {
            socket.once('open', resolve);
            socket.once('error', reject);
          }),
      ),
    );
    const times: number[] = [];
    for (let index = 0; index < 50; index += 1) times.push(await call());
    const megabytes = ((await service.memory()) - before) / 1024 ** 2;
    const open = sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
    for (const socket of sockets) socket.terminate();
    return { open, megabytes, callMedian: times.sort((a, b) => a - b)[25] ?? Number.NaN };
  } finally {
    await service.stop();
  }
};
