import { createServer, request as forward } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type NodeProxy = {
  /** The node's path behind the proxy's own host and port. */
  url: string;
  /** HTTP requests that went through since the start or the last `reset`, preflights left out. */
  requests(): number;
  /** JSON-RPC methods of those requests, one list for each. */
  methods(): string[][];
  /** Bytes of the node's answers since then. */
  bytes(): number;
  reset(): void;
  /** Milliseconds added to each request from now on. */
  setDelay(ms: number): void;
  /** The node carries out so many next requests, but their answers are lost on the way. */
  loseAnswers(count: number): void;
  /** True where the node is behind: asked for the block in the making, it answers of the last one. */
  setBehind(isBehind: boolean): void;
  /** What becomes of each request from now on; undefined where all is well again. */
  setFault(fault: ProxyFault | undefined): void;
  /** Called with each request that the node has answered, and its answer. */
  listen(hear: (asked: string, answered: string) => void): void;
  stop(): Promise<void>;
};

/**
 * The request is cut off, refused with a page of HTML, never answered, or answered by another network;
 * `unanswered`: what is sent is carried out, and only its answer never comes.
 */
export type ProxyFault = 'cut' | 'refused' | 'silent' | 'wrongChain' | 'unanswered';

const SENDING = '"starknet_add';
const [NEWEST, LAST] = ['"pre_confirmed"', '"latest"'];

/** A real HTTP proxy in front of a node: it counts, and stands for a network's round trip. */
export async function startProxy(options: {
  target: string;
  delayMs?: number;
}): Promise<NodeProxy> {
  const target = new URL(options.target);
  const sockets = new Set<Socket>();
  let delayMs = options.delayMs ?? 0;
  let counted: string[][] = [];
  let toLose = 0;
  let isBehind = false;
  let bytes = 0;
  let fault: ProxyFault | undefined;
  let hear = (_asked: string, _answered: string): void => {};

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const asked = Buffer.concat(chunks);
      const body = isBehind ? Buffer.from(`${asked}`.replaceAll(NEWEST, LAST)) : asked;
      if (incoming.method !== 'OPTIONS') counted.push(methodsOf(body));
      if (fault === 'silent') return;
      if (fault === 'cut') return void response.socket?.resetAndDestroy();
      if (fault === 'refused') return void response.writeHead(500).end('<html></html>');
      if (fault === 'wrongChain') return void response.end(anotherChain(asked));
      const pass = () => {
        const { method, headers, url: path } = incoming;
        const outgoing = forward(
          {
            ...{ hostname: target.hostname, port: target.port, method, path },
            headers: { ...headers, host: target.host, 'content-length': body.length },
          },
          (answer) => {
            const answered: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => answered.push(chunk));
            answer.on('end', () => hear(`${body}`, `${Buffer.concat(answered)}`));
            if (fault === 'unanswered' && `${asked}`.includes(SENDING)) return void answer.resume();
            if (toLose > 0) {
              toLose -= 1;
              answer.resume().on('end', () => response.socket?.resetAndDestroy());
              return;
            }
            response.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.on('data', (chunk: Buffer) => {
              bytes += chunk.length;
            });
            answer.pipe(response);
          },
        );
        outgoing.on('error', () => response.destroy());
        outgoing.end(body);
      };
      if (delayMs > 0) setTimeout(pass, delayMs);
      else pass();
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}${target.pathname}${target.search}`,
    requests: () => counted.length,
    methods: () => counted,
    bytes: () => bytes,
    reset() {
      counted = [];
      bytes = 0;
    },
    setDelay(ms) {
      delayMs = ms;
    },
    loseAnswers(count) {
      toLose = count;
    },
    setBehind(value) {
      isBehind = value;
    },
    setFault(next) {
      fault = next;
    },
    listen(listener) {
      hear = listener;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** What a node of a network that nobody knows answers to whatever it is asked. */
function anotherChain(asked: Buffer): string {
  const calls: unknown = JSON.parse(`${asked}`);
  const answer = ({ id }: { id: unknown }) => ({ jsonrpc: '2.0', id, result: '0x1' });
  return JSON.stringify(
    Array.isArray(calls) ? calls.map(answer) : answer(calls as { id: unknown }),
  );
}

function methodsOf(body: Buffer): string[] {
  try {
    const parsed: unknown = JSON.parse(body.toString());
    return (Array.isArray(parsed) ? parsed : [parsed]).map((call) => String(call?.method));
  } catch {
    return [];
  }
}
