import { createServer, request as forward } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gatewayAnswer } from './gateway';
import { type AnswerTo, ownHeaders, splitRequest } from './ownAnswers';

export type NodeProxy = {
  /** The node's path on the proxy's own host and port. */
  url: string;
  /** HTTP requests forwarded since the start or the last `reset`, without preflights. */
  requests(): number;
  /** JSON-RPC methods of those requests, one list per request. */
  methods(): string[][];
  /** Bytes of the node's responses since then. */
  bytes(): number;
  reset(): void;
  /** Milliseconds added to each request from now on. */
  setDelay(ms: number): void;
  /** The node carries out the next `count` requests, but their responses are lost. */
  loseAnswers(count: number): void;
  /** True for a node that lags: asked for the pending block, it answers with the latest one. */
  setBehind(isBehind: boolean): void;
  /** Fault of each request from now on; undefined for none. */
  setFault(fault: ProxyFault | undefined): void;
  /** Called with each request that the node has answered, and the response. */
  listen(hear: (asked: string, answered: string) => void): void;
  stop(): Promise<void>;
};

/**
 * The request is cut off, rejected with an HTML page, never answered, or answered by another
 * network. `unanswered`: it is carried out, but the response never arrives.
 */
export type ProxyFault = 'cut' | 'refused' | 'silent' | 'wrongChain' | 'unanswered';

const SENDING = '"starknet_add';
const [NEWEST, LAST] = ['"pre_confirmed"', '"latest"'];

/**
 * A real HTTP proxy in front of a node: counts requests, simulates a network's latency, and refuses
 * the transactions that the network's gateway refuses.
 *
 * @param answerTo answers some calls in place of the node
 */
export async function startProxy(
  options: { target: string; delayMs?: number },
  answerTo: AnswerTo = () => undefined,
): Promise<NodeProxy> {
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
      const { rest, join } = splitRequest(body, answerTo);
      if (rest === undefined) return void response.writeHead(200, ownHeaders).end(join());
      const pass = () => {
        const { method, headers, url: path } = incoming;
        const outgoing = forward(
          {
            hostname: target.hostname,
            port: target.port,
            method,
            path,
            headers: { ...headers, host: target.host, 'content-length': rest.length },
          },
          (answer) => {
            const answered: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => answered.push(chunk));
            answer.on('error', () => response.destroy());
            answer.on('end', () => {
              const whole = Buffer.concat(answered);
              hear(`${body}`, `${whole}`);
              if (fault === 'unanswered' && `${asked}`.includes(SENDING)) return;
              if (toLose > 0) {
                toLose -= 1;
                return void response.socket?.resetAndDestroy();
              }
              bytes += whole.length;
              const { 'transfer-encoding': _, ...told } = answer.headers;
              const reply = join(whole);
              response.writeHead(answer.statusCode ?? 502, {
                ...told,
                'content-length': reply.length,
              });
              response.end(reply);
            });
          },
        );
        outgoing.on('error', () => response.destroy());
        outgoing.end(rest);
      };
      const passOrRefuse = async () => {
        const refused = await gatewayAnswer(options.target, `${rest}`);
        if (refused === undefined) return pass();
        hear(`${body}`, refused);
        response.writeHead(200, ownHeaders).end(refused);
      };
      if (delayMs > 0) setTimeout(passOrRefuse, delayMs);
      else void passOrRefuse();
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

/** The response to any request from a node of an unknown network. */
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
