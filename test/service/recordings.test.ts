import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import * as published from '@xnet/clients';
import {
  createEthereumNode,
  createHttp,
  type EthCall,
  httpRpc,
  type RpcTransport,
  webSocketRpc,
} from '@xnet/clients';
import WebSocket from 'ws';
import { getTold, type Recording, recordedChainIds, recordings } from '../chain/recordings';
import { type OpenService, openService, startUpstream } from './openService';

const recorded = recordings();

type Fields = Record<string, unknown>;
/** The service's form of a response: as specified, old transactions have no chain id. */
const shaped = ({ reply }: Recording): unknown =>
  JSON.parse(
    JSON.stringify(reply.result, (_name, value: Fields | null) => {
      if (value?.type !== '0x0' && value?.type !== '0x1') return value;
      const { chainId: _, ...transaction } = value;
      return transaction;
    }),
  );

/** The call of a recording, using the client function named like its method. */
function callOf({ request }: Recording): EthCall {
  const method = (published as Record<string, unknown>)[request.method];
  if (typeof method !== 'function') throw new Error(`There is no ${request.method}.`);
  return method(...request.params) as EthCall;
}

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let service: OpenService;
/** Replaces what was recorded, by method. */
const instead = new Map<string, unknown>();
const transports: Record<string, RpcTransport> = {};
beforeAll(async () => {
  upstream = await startUpstream((method, params) => {
    if (instead.has(method)) return { result: instead.get(method) };
    const told = getTold(recorded, method, params);
    return told ? { result: told.result } : 503;
  }, recordedChainIds['execution-apis']);
  service = await openService({ eth: [upstream.url] });
  const http = createHttp({ fetch });
  transports.HTTP = httpRpc({ http, endpoints: [{ url: service.rpcUrl }] });
  transports.WebSocket = webSocketRpc({
    endpoint: { url: service.socketUrl },
    open: (url) => new WebSocket(url),
  });
});
afterAll(async () => {
  for (const transport of Object.values(transports)) transport.close();
  await service.stop();
  await upstream.stop();
});

it('finds all recordings', () => {
  expect(recorded).toHaveLength(19);
});

describe.each(['HTTP', 'WebSocket'])('through client and service over %s', (name) => {
  const node = () => createEthereumNode(transports[name] as RpcTransport); // Made above.

  // @row eth_getTransactionByBlockNumberAndIndex eth_getBlockByNumber eth_getBlockReceipts
  it.each(recorded)('returns $name as in the specification', async (recording) => {
    await expect(node().read(callOf(recording))).resolves.toEqual(shaped(recording));
  });

  it('returns all in one batch', async () => {
    const outcomes = await node().batch(recorded.map(callOf));
    expect(outcomes).toEqual(recorded.map((each) => ({ ok: true, value: shaped(each) })));
  });
});

describe('a block by its hash', () => {
  const latest = recorded.find(({ name }) => name.endsWith('/get-latest.io'));
  const block = latest?.reply.result as { hash: string; transactions: Fields[] };
  const method = 'eth_getBlockByHash';
  const read = (url: string) =>
    createEthereumNode(httpRpc({ http: createHttp({ fetch }), endpoints: [{ url }] })).read(
      published.eth_getBlockByHash(block.hash, true),
    );
  const ask = async () => {
    const call = { jsonrpc: '2.0', id: 1, method, params: [block.hash, true] };
    const response = await fetch(service.rpcUrl, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify(call),
    });
    return { status: response.status, body: await response.json() };
  };
  afterEach(() => instead.clear());

  // @promise P25.1
  // @row eth_getBlockByHash
  it('comes in the form of the specification, and out of it not at all', async () => {
    instead.set(method, { ...block, gasUsed: 21_000 });
    expect(await ask()).toMatchObject({
      ...{ status: 502, body: { error: { message: expect.stringContaining('gasUsed') } } },
    });
    const refused = { kind: 'nodeFault', data: { path: 'gasUsed' } };
    await expect(read(upstream.url)).rejects.toMatchObject(refused);

    instead.set(method, block);
    const [legacy] = block.transactions;
    expect(legacy).toHaveProperty('chainId');
    const { body } = await ask();
    const { result } = body as { result: typeof block };
    expect(result.hash).toBe(block.hash);
    expect(result.transactions).toHaveLength(block.transactions.length);
    for (const transaction of result.transactions)
      expect(transaction).not.toHaveProperty('chainId');
    await expect(read(service.rpcUrl)).resolves.toEqual(result);
  });
});
