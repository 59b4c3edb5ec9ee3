import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Asked = { method: string; url: URL; headers: IncomingHttpHeaders };
type Answer = { status?: number; headers?: Record<string, string>; body?: unknown } | 'hang';

export type ExplorerServer = {
  url: string;
  /** Every request so far. */
  asked: Asked[];
  /** Resolves when this many requests have arrived. */
  received(count: number): Promise<void>;
  /** Changes the responses from now on. */
  answer(with_: (asked: Asked) => Answer): void;
  stop(): Promise<void>;
};

/** A real HTTP server on a free port in place of an explorer: replays documented responses. */
export async function startExplorerServer(
  first: (asked: Asked) => Answer,
): Promise<ExplorerServer> {
  const asked: Asked[] = [];
  const waiting: { count: number; done: () => void }[] = [];
  let answer = first;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://explorer');
    const one = { method: request.method ?? '', url, headers: request.headers };
    asked.push(one);
    const told = answer(one);
    if (told !== 'hang')
      response
        .writeHead(told.status ?? 200, { 'content-type': 'application/json', ...told.headers })
        .end(JSON.stringify(told.body ?? {}));
    for (const waiter of waiting) if (asked.length >= waiter.count) waiter.done();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    received: (count) =>
      new Promise((done) => {
        if (asked.length >= count) done();
        else waiting.push({ count, done });
      }),
    answer(next) {
      answer = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
