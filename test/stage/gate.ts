import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatewayAnswer } from '../chain/gateway';
import { ownHeaders } from '../chain/ownAnswers';

export type Gate = {
  /** Replaces the node's own endpoint. */
  url: string;
  /** Holds requests with this JSON-RPC method from now on, until they are released. */
  hold: (method: string) => Held;
  /** Notes what a browser's sandbox asks from now on, in a list that grows. */
  noteSandbox: () => Trip[];
  stop: () => Promise<void>;
};

/** A round trip: a preflight, or a request with its JSON-RPC methods. */
export type Trip = 'preflight' | string[];

export type Held = {
  /** Resolves when the first such request has arrived. */
  arrived: Promise<void>;
  release: () => void;
};

const methodsIn = (body: string): string[] =>
  [JSON.parse(body)].flat().map(({ method }: { method: string }) => method);

const passedOn = /^(?:origin|content-type|access-control-.*)$/u;

/**
 * A loopback proxy of the real node that can hold one method's requests. It refuses transactions that
 * the network's gateway refuses.
 */
export const startGate = async (target: string): Promise<Gate> => {
  const holds = new Map<string, { arrive: () => void; released: Promise<void> }>();
  const lists: Trip[][] = [];

  const pass = async (
    { method: verb = 'POST', headers }: IncomingMessage,
    body: string,
  ): Promise<Response> => {
    // A program sends no origin, an extension's page its own.
    if (headers.origin === 'null')
      for (const list of lists) list.push(verb === 'OPTIONS' ? 'preflight' : methodsIn(body));
    for (const [method, { arrive, released }] of holds) {
      if (!body.includes(`"${method}"`)) continue;
      arrive();
      await released;
    }
    const refused = await gatewayAnswer(target, body);
    if (refused !== undefined) return new Response(refused, { headers: ownHeaders });
    // A browser asks the node first whether the module's sandbox may ask, and needs its answer.
    const asked = Object.entries(headers).filter(([name]) => passedOn.test(name));
    return fetch(target, {
      method: verb,
      headers: Object.fromEntries(asked) as Record<string, string>, // these have one value each
      ...(body !== '' && { body }),
    });
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      pass(request, Buffer.concat(chunks).toString()).then(
        async (answer) => {
          const told = [...answer.headers].filter(([name]) => passedOn.test(name));
          response.writeHead(answer.status, Object.fromEntries(told));
          response.end(await answer.text());
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
    noteSandbox: () => {
      const list: Trip[] = [];
      lists.push(list);
      return list;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
