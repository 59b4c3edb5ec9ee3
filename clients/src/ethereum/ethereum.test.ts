import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StructError } from '@metamask/superstruct';
import WebSocket from 'ws';
import { ethereumMethods } from '../../../test/chain/ethereumMethods';
import { startFaultServer } from '../../../test/chain/faultServer';
import { recordings } from '../../../test/chain/recordings';
import { startWebSocketServer } from '../../../test/chain/webSocketServer';
import { createClock } from '../../../test/wallet/clock';
import { createHttp } from '../transport/http';
import { httpRpc, type RpcTransport } from '../transport/rpcTransport';
import { webSocketRpc } from '../transport/webSocketRpc';
import { eth_getBlockByHash } from './eth_getBlockByHash';
import { eth_getBlockByNumber } from './eth_getBlockByNumber';
import { eth_getBlockReceipts } from './eth_getBlockReceipts';
import { eth_getProof } from './eth_getProof';
import { eth_getTransactionByBlockNumberAndIndex } from './eth_getTransactionByBlockNumberAndIndex';
import { eth_getUncleByBlockNumberAndIndex } from './eth_getUncleByBlockNumberAndIndex';
import { createEthereumNode, type EthereumNode } from './ethereum';

const recorded = recordings();
const block = recorded.find(({ name }) => name.endsWith('get-latest.io'))?.reply.result as {
  hash: string;
  number: string;
  transactions: { hash: string }[];
};

const KEY = '0123456789abcdef';

/** What was recorded, and a reply of our own for what was not. */
const extra = new Map<string, unknown>();
function answer(method: string, params: unknown) {
  const asked = JSON.stringify(params);
  const known = recorded.find(
    ({ request }) => request.method === method && JSON.stringify(request.params) === asked,
  );
  return known ? { result: known.reply.result } : { result: extra.get(method) ?? null };
}

const transports: Record<string, RpcTransport> = {};
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const http = await startFaultServer(answer);
  const ws = await startWebSocketServer(({ method, params }) => answer(method, params));
  transports.HTTP = httpRpc({ http: createHttp({ fetch }), endpoints: [{ url: http.url }] });
  transports.WebSocket = webSocketRpc({
    endpoint: { url: ws.url },
    open: (url) => new WebSocket(url),
  });
  stops.push(http.stop, ws.stop);
});
afterAll(async () => {
  for (const transport of Object.values(transports)) transport.close();
  await Promise.all(stops.map((stop) => stop()));
});

describe.each(['HTTP', 'WebSocket'])('over %s', (name) => {
  let node: EthereumNode;
  beforeAll(() => {
    const transport = transports[name];
    if (!transport) throw new Error('There is no such transport.');
    node = createEthereumNode(transport);
  });

  it.each(recorded)('reads $name as it was recorded', async ({ request, reply }) => {
    const call = ethereumMethods[request.method]?.(...(request.params as never[]));
    if (!call) throw new Error(`There is no ${request.method}.`);
    expect(call.params).toEqual(request.params);
    await expect(node.read(call)).resolves.toEqual(reply.result);
  });

  it('reads all of them in one batch, each with its own outcome', async () => {
    const calls = recorded.map(({ request }) =>
      (ethereumMethods[request.method] ?? fail)(...(request.params as never[])),
    );
    const outcomes = await node.batch(calls);
    expect(outcomes).toEqual(recorded.map(({ reply }) => ({ ok: true, value: reply.result })));
  });

  it('reads a pending block, an uncle, and an uncle that is not there', async () => {
    const pending = { ...block, hash: null, nonce: null, number: null, logsBloom: null };
    extra.set('eth_getBlockByNumber', pending);
    await expect(node.read(eth_getBlockByNumber('pending', true))).resolves.toEqual(pending);
    const { transactions: _, ...uncle } = { ...block, transactions: [], totalDifficulty: null };
    extra.set('eth_getUncleByBlockNumberAndIndex', uncle);
    const call = eth_getUncleByBlockNumberAndIndex('0x9', '0x0');
    await expect(node.read(call)).resolves.toEqual(uncle);
    extra.clear();
    await expect(node.read(call)).resolves.toBeNull();
  });

  const { hash, number, transactions } = block;
  // @promise T8.3
  it.each([
    [eth_getBlockByNumber(number, true), { ...block, gasUsed: 21000 }, 'gasUsed'],
    [eth_getBlockByHash(hash, true), { ...block, gasUsed: 21000 }, 'gasUsed'],
    [eth_getBlockByHash(hash, true), { ...block, transactions: [{}] }, 'transactions.0'],
    [eth_getTransactionByBlockNumberAndIndex(number, '0x0'), { ...transactions[0], v: 1 }, 'v'],
    [eth_getUncleByBlockNumberAndIndex(number, '0x0'), { ...block, size: 7 }, 'size'],
    [eth_getBlockReceipts(number), [{}], '0'],
    [eth_getProof(`0x${'1'.repeat(40)}`, [], number), {}, 'address'],
  ])(
    'refuses a field that is not of its kind, and names the field: %j',
    async (call, told, path) => {
      extra.set(call.method, told);
      await expect(node.read<unknown>(call)).rejects.toMatchObject({
        kind: 'nodeFault',
        data: { path: expect.stringMatching(`^${path}`) },
      });
      extra.clear();
    },
  );
});

describe('an error of the node', () => {
  it.each([
    ['of params that it does not take', -32602, 'invalidParams'],
    ['of its own', -32000, 'nodeFault'],
  ])('reports an error %s with its code and 500 characters of its text', async (_, code, kind) => {
    const server = await startFaultServer((method) =>
      method === 'eth_getBlockByHash'
        ? { error: { code, message: `y${'x'.repeat(500)}` } }
        : { result: method === 'eth_getProof' ? 'none' : null },
    );
    const transport = httpRpc({ http: createHttp({ fetch }), endpoints: [{ url: server.url }] });
    const node = createEthereumNode(transport);
    const call = eth_getBlockByHash(`0x${'1'.repeat(64)}`, false);
    const told = { kind, data: { nodeCode: code, reason: `y${'x'.repeat(499)}` } };
    try {
      await expect(node.read(call)).rejects.toMatchObject(told);
      const proof = eth_getProof(`0x${'1'.repeat(40)}`, [], undefined);
      const outcomes = await node.batch([eth_getBlockByNumber('latest', false), call, proof]);
      expect(outcomes).toMatchObject([
        { ok: true, value: null },
        { ok: false, error: told },
        { ok: false, error: { kind: 'nodeFault' } },
      ]);
    } finally {
      await server.stop();
    }
  });

  // @promise T22.3
  it.each(['HTTP', 'WebSocket'])('shows no key that it repeats (%s)', async (over) => {
    const error = { code: -32000, message: `no project ${KEY}`, data: { see: KEY } };
    const server = await (over === 'HTTP' ? startFaultServer : startWebSocketServer)(() => ({
      error,
    }));
    const endpoint = { url: `${server.url}/v3/${KEY}` };
    const transport =
      over === 'HTTP'
        ? httpRpc({ http: createHttp({ fetch }), endpoints: [endpoint] })
        : webSocketRpc({ endpoint, open: (url) => new WebSocket(url) });
    try {
      const asked = createEthereumNode(transport).read(eth_getBlockByNumber('latest', false));
      await expect(asked).rejects.toMatchObject({ data: { reason: 'no project …' } });
      const replies = await transport.ask([eth_getBlockByNumber('latest', false)]);
      expect(replies).toEqual([{ error: { code: -32000, message: 'no project …' } }]);
    } finally {
      transport.close();
      await server.stop();
    }
  });

  it('waits for as long as the limit in the error says', async () => {
    const limit = { code: -32005, message: 'slow', data: { backoff_seconds: 4 } };
    const replies = [{ error: limit }];
    const server = await startFaultServer(() => replies.shift() ?? { result: null });
    const clock = createClock();
    const http = createHttp({ fetch, ...clock });
    const transport = httpRpc({ http, endpoints: [{ url: server.url }], now: clock.now });
    try {
      const call = eth_getBlockByNumber('latest', false);
      await expect(createEthereumNode(transport).read(call)).resolves.toBeNull();
      expect(clock.pauses).toEqual([4_000]);
    } finally {
      await server.stop();
    }
  });

  it('reports a missing reply with the method’s name', async () => {
    const server = await startFaultServer(() => ({ result: null }));
    server.script({ kind: 'missingReply', index: 1 });
    const transport = httpRpc({ http: createHttp({ fetch }), endpoints: [{ url: server.url }] });
    const call = eth_getBlockByNumber('latest', false);
    try {
      const [first, second] = await createEthereumNode(transport).batch([call, call]);
      expect(first).toEqual({ ok: true, value: null });
      expect(second).toMatchObject({
        ok: false,
        error: { kind: 'nodeFault', message: expect.stringContaining('eth_getBlockByNumber: It') },
      });
    } finally {
      await server.stop();
    }
  });
});

describe('what is of another block or place than was asked for', () => {
  const replyOf = (method: string) =>
    recorded.flatMap(({ request, reply: { result } }) =>
      request.method === method && Object.keys(result ?? {}).length > 0 ? [result] : [],
    )[0] as never;
  const number = '0xabcdef';
  const hash = `0x${'ab'.repeat(32)}`;

  // @promise T8.3
  it.each([
    eth_getBlockByNumber(number, false),
    eth_getBlockByHash(hash, false),
    eth_getBlockReceipts(number),
    eth_getBlockReceipts(String(Number(number))),
    eth_getBlockReceipts(hash),
    eth_getBlockReceipts({ blockHash: hash }),
    eth_getBlockReceipts({ blockNumber: number }),
    eth_getTransactionByBlockNumberAndIndex(number, '0x0'),
    eth_getTransactionByBlockNumberAndIndex('latest', '0x77'),
  ])('refuses a reply about something else: $method $params', ({ method, readResult }) => {
    expect(() => readResult(replyOf(method))).toThrow(`${method}: of something else`);
  });

  it('accepts any block for a tag, and a pending one', () => {
    const told = replyOf('eth_getBlockByNumber');
    expect(eth_getBlockByNumber('latest', false).readResult(told)).toBe(told);
    const pending = { ...block, hash: null, nonce: null, number: null, logsBloom: null };
    expect(eth_getBlockByNumber(number, true).readResult(pending)).toBe(pending);
  });

  it('refuses whole transactions for hashes, and hashes for whole transactions', () => {
    const whole = block as { transactions: { hash: string }[] };
    const hashes = { ...whole, transactions: whole.transactions.map((one) => one.hash) };
    for (const [isWhole, told] of [
      [true, hashes],
      [false, whole],
    ] as const) {
      const call = eth_getBlockByNumber('latest', isWhole);
      expect(() => call.readResult(told)).toThrow('of something else');
      expect(eth_getBlockByNumber('latest', !isWhole).readResult(told)).toBe(told);
    }
  });
});

it('refuses params that no node could take, before anything is sent', () => {
  for (const call of [
    () => eth_getBlockByNumber('0x01', false),
    () => eth_getBlockByNumber('newest' as never, false),
    () => eth_getBlockByHash('0x12', true),
    () => eth_getTransactionByBlockNumberAndIndex('latest', '1'),
    () => eth_getBlockReceipts('-1'),
    () => eth_getProof('0x12', [], 'latest'),
    () => eth_getProof(`0x${'1'.repeat(40)}`, ['12'], 'latest'),
  ])
    expect(call).toThrow(expect.objectContaining({ kind: 'invalidParams' }));
});

it('accepts valid params without an error on the way, which costs more than all else', () => {
  let errors = 0;
  // Each error that is made is given a name.
  Object.defineProperty(StructError.prototype, 'name', {
    configurable: true,
    set: () => {
      errors += 1;
    },
  });
  try {
    eth_getBlockByNumber('latest', false);
    eth_getBlockReceipts({ blockHash: `0x${'1'.repeat(64)}` });
    expect(errors).toBe(0);
    expect(() => eth_getBlockByNumber('newest' as never, false)).toThrow();
    expect(errors).toBe(1);
  } finally {
    Reflect.deleteProperty(StructError.prototype, 'name');
  }
});

const fail = (): never => {
  throw new Error('There is no such method.');
};
