import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Gate = {
  /** Replaces the node's own endpoint. */
  url: string;
  /** Holds requests with this JSON-RPC method from now on, until they are released. */
  hold: (method: string) => Held;
  stop: () => Promise<void>;
};

export type Held = {
  /** Resolves when the first such request has arrived. */
  arrived: Promise<void>;
  release: () => void;
};

/** A loopback proxy of the real node that can hold one method's requests. */
export const startGate = async (target: string): Promise<Gate> => {
  const holds = new Map<string, { arrive: () => void; released: Promise<void> }>();

  const pass = async (body: string): Promise<{ status: number; text: string }> => {
    for (const [method, { arrive, released }] of holds) {
      if (!body.includes(`"${method}"`)) continue;
      arrive();
      await released;
    }
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return { status: response.status, text: await response.text() };
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      pass(Buffer.concat(chunks).toString()).then(
        ({ status, text }) => {
          response.writeHead(status, { 'content-type': 'application/json' });
          response.end(text);
        },
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has such an address.
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/rpc`,
    hold: (method) => {
      let arrive: () => void = () => undefined;
      let release: () => void = () => undefined;
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      holds.set(method, { arrive, released });
      return {
        arrived,
        release: () => {
          holds.delete(method);
          release();
        },
      };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
