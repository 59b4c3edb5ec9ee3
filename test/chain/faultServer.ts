import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ownHeaders } from './ownAnswers';

/** A fault of one HTTP request, as the client sees it. */
export type Fault =
  | { kind: 'none' }
  /** Responds after a delay. */
  | { kind: 'delay'; ms: number }
  /** Accepts the request and never responds. */
  | { kind: 'hang' }
  /** Sends a TCP reset instead of a response, optionally after carrying out the request. */
  | { kind: 'reset'; carriesOut?: boolean }
  /** Sends half of the response headers and closes. */
  | { kind: 'halfHeaders' }
  /** Declares the full length, sends half of the body and closes. */
  | { kind: 'truncate' }
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** 200 with an unexpected body. */
  | { kind: 'body'; body: string | Uint8Array }
  | { kind: 'hugeBody'; bytes: number; declared?: boolean }
  | { kind: 'redirect'; to: string; status?: 301 | 302 | 307 | 308 }
  | { kind: 'wrongId' }
  | { kind: 'missingReply'; index: number }
  | { kind: 'reversedBatch' }
  | { kind: 'wrongChain'; chainId: string };

export type RpcAnswer =
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } };
type Seen = {
  headers: IncomingHttpHeaders;
  body: string;
  methods: string[];
  batch: boolean;
};

export type FaultServer = {
  url: string;
  /** Every HTTP request so far, in order of arrival. */
  seen: Seen[];
  /** Calls that were carried out, by method. */
  calls: string[];
  /** Queues faults: each HTTP request consumes the next one; without faults all is well. */
  script(...faults: Fault[]): void;
  /** Applies a fault to every request from now on. */
  always(fault: Fault): void;
  /** Resolves when this many HTTP requests have arrived. */
  received(count: number): Promise<void>;
  stop(): Promise<void>;
};

type Call = { id: unknown; method: string; params: unknown };

/**
 * A real HTTP server on a free port that speaks JSON-RPC through `answer` and fails as scripted. It
 * simulates faults of the network, not a node: tests of nodes' responses use a real one.
 */
export async function startFaultServer(
  answer: (method: string, params: unknown) => RpcAnswer = () => ({ result: 'fine' }),
): Promise<FaultServer> {
  const seen: Seen[] = [];
  const calls: string[] = [];
  const queue: Fault[] = [];
  const waiting: { count: number; done: () => void }[] = [];
  const sockets = new Set<Socket>();
  let usual: Fault = { kind: 'none' };

  const carryOut = (parsed: unknown, fault: Fault): unknown => {
    const reply = ({ id, method, params }: Call) => {
      calls.push(method);
      const told: RpcAnswer =
        fault.kind === 'wrongChain' && method.endsWith('_chainId')
          ? { result: fault.chainId }
          : answer(method, params);
      return { jsonrpc: '2.0', id: fault.kind === 'wrongId' ? 'another' : id, ...told };
    };
    if (!Array.isArray(parsed)) return reply(parsed as Call);
    const replies = parsed.map(reply);
    if (fault.kind === 'missingReply') replies.splice(fault.index, 1);
    return fault.kind === 'reversedBatch' ? replies.reverse() : replies;
  };

  const server = createServer((request, response) => {
    // A browser asks first whether the module's sandbox may ask.
    if (request.method === 'OPTIONS') {
      response.writeHead(204, ownHeaders).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const fault = queue.shift() ?? usual;
      const parsed: unknown = body.startsWith('{') || body.startsWith('[') ? JSON.parse(body) : {};
      const list = (Array.isArray(parsed) ? parsed : [parsed]) as Call[];
      const methods = list.map(({ method }) => method);
      seen.push({ headers: request.headers, body, methods, batch: Array.isArray(parsed) });
      perform(fault, response, () => JSON.stringify(carryOut(parsed, fault)));
      for (const waiter of [...waiting])
        if (seen.length >= waiter.count) waiting.splice(waiting.indexOf(waiter), 1)[0]?.done();
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    calls,
    script: (...faults) => void queue.push(...faults),
    always(fault) {
      usual = fault;
    },
    received: (count) =>
      new Promise((done) => {
        if (seen.length >= count) done();
        else waiting.push({ count, done });
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function perform(fault: Fault, response: ServerResponse, answer: () => string): void {
  const json = (body: string | Uint8Array) => response.writeHead(200, ownHeaders).end(body);
  switch (fault.kind) {
    case 'hang':
      return;
    case 'delay':
      setTimeout(() => json(answer()), fault.ms);
      return;
    case 'reset':
      if (fault.carriesOut) answer();
      response.socket?.resetAndDestroy();
      return;
    case 'halfHeaders':
      response.socket?.end('HTTP/1.1 200 OK\r\ncontent-ty');
      return;
    case 'truncate': {
      const body = answer();
      response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
      return;
    }
    case 'status':
      response
        .writeHead(fault.status, { 'content-type': 'text/html', ...fault.headers })
        .end(fault.body ?? `<html><body><h1>${fault.status}</h1></body></html>`);
      return;
    case 'body':
      json(fault.body);
      return;
    case 'hugeBody':
      response.writeHead(200, fault.declared ? { 'content-length': fault.bytes } : {});
      response.end(`"${'a'.repeat(fault.bytes - 2)}"`);
      return;
    case 'redirect':
      response.writeHead(fault.status ?? 307, { location: fault.to }).end();
      return;
    default:
      json(answer());
  }
}
