import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  baseFeeHistory,
  createEthereumNode,
  createGasApi,
  createHttp,
  eth_getBlockByNumber,
  httpRpc,
} from '@xnet/clients';
import { recordings } from '../../test/chain/recordings';
import { median } from './median';

/** Median ms of one call, and what the client adds to the same request by bare `fetch`. */
export type ClientTimes = { call: string; fetchMs: number; clientMs: number; addedMs: number };

const calls = { warm: 300, measured: 1_500 };

/** Responds like a node: a block to a POST, 500 base fees to a GET. */
async function startNode() {
  const block = recordings().find(({ name }) => name.endsWith('get-block-prague-fork.io'))?.reply
    .result;
  const history = JSON.stringify(Array.from({ length: 500 }, (_, index) => `${index}.123456789`));
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.method === 'GET') return response.end(history);
      const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number };
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: block }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Alternates call by call, so that other load on the machine affects both. */
async function measure(
  call: string,
  bare: () => Promise<unknown>,
  client: () => Promise<unknown>,
): Promise<ClientTimes> {
  const times = { bare: [] as number[], client: [] as number[] };
  const ways = { bare, client };
  for (let index = -calls.warm; index < calls.measured; index++)
    for (const way of index % 2 === 0
      ? (['bare', 'client'] as const)
      : (['client', 'bare'] as const)) {
      const started = performance.now();
      await ways[way]();
      if (index >= 0) times[way].push(performance.now() - started);
    }
  const [fetchMs, clientMs] = [median(times.bare), median(times.client)];
  return { call, fetchMs, clientMs, addedMs: clientMs - fetchMs };
}

/** The typed clients compared with bare `fetch` and `JSON.parse`, against the same server. */
export async function measureClients(): Promise<ClientTimes[]> {
  const node = await startNode();
  try {
    const http = createHttp({ fetch });
    const gas = createGasApi({ http, url: node.url, key: { key: 'key' } });
    const ethereum = createEthereumNode(httpRpc({ http, endpoints: [{ url: node.url }] }));
    const method = 'eth_getBlockByNumber';
    const body = () => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: ['0x2d', false] });
    const headers = { 'content-type': 'application/json' };
    return [
      await measure(
        'gas API, 500 base fees',
        async () => (await fetch(`${node.url}/v3/key/networks/1/baseFeeHistory`)).json(),
        () => gas.read('1', baseFeeHistory),
      ),
      await measure(
        method,
        async () => (await fetch(node.url, { method: 'POST', headers, body: body() })).json(),
        () => ethereum.read(eth_getBlockByNumber('0x2d', false)),
      ),
    ];
  } finally {
    await node.stop();
  }
}
