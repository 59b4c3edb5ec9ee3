import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { blockHash } from '@xnet/clients/proofs/blockHash';
import { WebSocketServer } from 'ws';
import type { Disposal } from './testService';

export type RpcCall = { id: number; method: string; params: readonly unknown[] };
/** A node's reply: a result, an error, or an HTTP status with its body; with 0, the node hangs up. */
export type NodeAnswer =
  | { result: unknown }
  | { error: object | string }
  | { status: number; body?: string };

/** Of a trie without entries, and of an empty list. */
export const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const NO_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';

/** A block of the nodes' common chain, in the form of the specification. */
export const createBlock = (number: number, more: object = {}) => {
  const { transactions = [] }: { transactions?: readonly unknown[] } = more;
  const isEmpty = transactions.length === 0;
  const word = (byte: string) => `0x${byte.repeat(32)}`;
  const block = {
    number: `0x${number.toString(16)}`,
    parentHash: word('11'),
    stateRoot: word('22'),
    receiptsRoot: isEmpty ? EMPTY_ROOT : word('33'),
    transactionsRoot: isEmpty ? EMPTY_ROOT : word('44'),
    sha3Uncles: NO_UNCLES,
    difficulty: '0x0',
    extraData: '0x',
    gasLimit: '0x1',
    gasUsed: '0x0',
    size: '0x1',

    logsBloom: `0x${'00'.repeat(256)}`,
    miner: `0x${'66'.repeat(20)}`,
    nonce: '0x0000000000000000',
    mixHash: word('77'),

    timestamp: `0x${(1_700_000_000 + number * 12).toString(16)}`,
    uncles: [],
    transactions: [],
    ...more,
  };
  return { hash: blockHash(block as never), ...block };
};

/**
 * A node over HTTP, batches included, and WebSockets, with a chain of so many blocks. `told` overrides
 * its answers.
 */
export const routingNode = async (undo: Disposal, start: Partial<RoutingNode> = {}) => {
  const node: RoutingNode = {
    chainId: '0x1',
    head: 1_000,
    final: 900,
    isSyncing: false,
    told: () => undefined,
    asked: [],
    delayMs: 0,
    lateMs: 0,
    text: '',
    closes: false,
    takesSockets: true,
    ...start,
  };
  const answer = ({ method, params: [first] }: RpcCall): NodeAnswer => {
    const byTag = { latest: node.head, finalized: node.final, safe: node.final };
    const number = byTag[first as 'latest'] ?? Number(first);
    if (method === 'eth_chainId') return { result: node.chainId };
    if (method === 'eth_blockNumber') return { result: `0x${node.head.toString(16)}` };
    if (method === 'eth_syncing') return { result: node.isSyncing && { currentBlock: '0x1' } };
    if (method === 'eth_getBlockByNumber')
      return { result: number > node.head ? null : createBlock(number) };
    return { result: '0x600d' };
  };
  const reply = (call: RpcCall) => {
    node.asked.push(call.method);
    return { jsonrpc: '2.0', id: call.id, ...(node.told(call) ?? answer(call)) };
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as RpcCall | RpcCall[];
      if (node.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, node.delayMs));
      const replies = [asked].flat().map(reply);
      const failure = replies.filter((one) => 'status' in one).at(-1);
      if (node.lateMs > 0) await new Promise((resolve) => setTimeout(resolve, node.lateMs));
      if (node.closes) response.setHeader('connection', 'close');
      if (failure?.status === 0) return response.destroy();
      if (failure) return response.writeHead(failure.status).end(failure.body ?? '');
      if (node.text !== '' && !Array.isArray(asked) && asked.method === 'eth_call')
        return response.end(node.text);
      response.end(JSON.stringify(Array.isArray(asked) ? replies : replies[0]));
    });
  });
  const sockets = new WebSocketServer({ server, verifyClient: () => node.takesSockets });
  sockets.on('connection', (socket) =>
    socket.on('message', (message) => {
      socket.send(JSON.stringify(reply(JSON.parse(String(message)) as RpcCall)));
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return Object.assign(node, { url: `http://127.0.0.1:${port}` });
};
type RoutingNode = {
  chainId: string;
  head: number;
  final: number;
  isSyncing: boolean;
  told: (call: RpcCall) => NodeAnswer | undefined;
  asked: string[];
  delayMs: number;
  /** Between reading a request and answering it. */
  lateMs: number;
  /** Answers calls that are none of the service's own, as it stands. */
  text: string;
  /** Whether it ends its connections after each reply. */
  closes: boolean;
  takesSockets: boolean;
};
