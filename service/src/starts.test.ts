import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { startRedis } from '../test/startRedis';
import { until } from '../test/testProcess';
import {
  type Disposal,
  dispose,
  fakeNode,
  get,
  rpc,
  temporaryFolder,
  testService,
} from '../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

type Line = { level: number; msg: string; reasons?: string[]; reason?: string; node?: string };

const logged = () => {
  const lines: Line[] = [];
  const log = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  return { lines, log, about: (text: string) => lines.filter(({ msg }) => msg.includes(text)) };
};

/** A node that is out of order at first. */
const node = async (disorder: (response: ServerResponse) => unknown) => {
  const now = { isWell: false, chain: '0x1' };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (!now.isWell) return disorder(response);
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    const result = method === 'eth_chainId' ? now.chain : '0x1';
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(async () => server.close());
  undo.push(async () => server.closeAllConnections());
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return { now, name: `http://127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/v3/0123456789ab` };
};

const asksForPatience = 'An upstream node asks for patience.';
const gaveNone = 'An upstream node gave no JSON-RPC reply.';

it.each([
  ['answers 429', asksForPatience, 503, (r: ServerResponse) => r.writeHead(429).end('{}')],
  ['answers 500', gaveNone, 502, (r: ServerResponse) => r.writeHead(500).end('no')],
  ['sends a page', gaveNone, 502, (r: ServerResponse) => r.end('<html>')],
  ['ends its connections', 'UND_ERR_SOCKET', 502, (r: ServerResponse) => r.destroy()],
  ['hangs', 'TimeoutError', 504, () => undefined],
])(
  'starts before a sole node that %s, tells why, and goes on when it is well',
  async (_how, reason, status, disorder) => {
    const { now, name, url } = await node(disorder);
    const { log, about } = logged();
    let time = Date.now();
    const clock = () => time;
    const service = await testService(undo, { eth: [url], log, logLevel: 'info', clock });
    const { key } = (await service.createKey({})).apiKey;
    expect(about('no Ethereum node answers')).toMatchObject([
      { level: 40, reasons: [`${name}: ${reason}`] },
    ]);
    const gas = () => get(`${service.url}/v3/${key}/networks/1/busyThreshold`);
    expect(await get(`${service.operationsUrl}/healthz`)).toMatchObject({
      status: 503,
      body: { healthy: false, ethereum: false, store: true, ipfs: true },
    });
    expect(await rpc(service.url, key, 'eth_call')).toMatchObject({ status });
    expect(await gas()).toMatchObject({ status });

    expect(about('an Ethereum node answers')).toEqual([]);
    now.isWell = true;
    time += 60_000;
    expect(await rpc(service.url, key, 'eth_call')).toMatchObject({ body: { result: '0x1' } });
    expect(about('an Ethereum node answers')).toMatchObject([{ level: 30, chainId: '1' }]);
    expect(await get(`${service.operationsUrl}/healthz`)).toMatchObject({ status: 200 });
    expect(await get(`${service.url}/v1/supportedChainNames`)).toMatchObject({
      body: { 1: 'Ethereum' },
    });
  },
  60_000,
);

it('looks for a node by itself, even if nobody calls', async () => {
  const { now, url } = await node((response) => response.destroy());
  const { log, about } = logged();
  await testService(undo, { eth: [url], log, logLevel: 'info' });
  now.isWell = true;
  await until(() => about('an Ethereum node answers').length > 0);
  expect(about('an Ethereum node answers')).toMatchObject([{ level: 30, chainId: '1' }]);
}, 60_000);

it('gives no call to a node that comes late and is of another chain, and says so once', async () => {
  const first = await node((response) => response.destroy());
  const late = await node((response) => response.destroy());
  first.now.isWell = true;
  const { log, about } = logged();
  const service = await testService(undo, { eth: [late.url, first.url], log, logLevel: 'info' });
  const { key } = (await service.createKey({})).apiKey;
  Object.assign(late.now, { isWell: true, chain: '0xaa36a7' });
  for (let round = 0; round < 3; round += 1) {
    expect(await rpc(service.url, key, 'eth_chainId')).toMatchObject({ body: { result: '0x1' } });
  }
  expect(about('of another chain')).toMatchObject([
    { level: 50, node: late.name, chainId: '11155111' },
  ]);
  const { body } = await get(`${service.operationsUrl}/healthz`);
  expect(body).toMatchObject({
    nodes: [
      { name: late.name, state: 'foreign' },
      { name: first.name, state: 'closed' },
    ],
  });
}, 60_000);

it('starts before a store that is not there yet, and tells when it has come and gone', async () => {
  const folder = await temporaryFolder(undo);
  const { log, about } = logged();
  let time = Date.now();
  const service = await testService(undo, {
    eth: [await fakeNode(undo)],
    store: `redis+unix://${folder}/server.sock`,
    log,
    logLevel: 'info',
    clock: () => time,
  });
  const health = () => {
    time += 60_000;
    return get(`${service.operationsUrl}/healthz`);
  };
  const isLost = { status: 503, body: { ethereum: true, store: false } };
  expect(about('the store does not answer')).toMatchObject([{ level: 40, reason: 'ENOENT' }]);
  expect(await health()).toMatchObject(isLost);
  expect(await rpc(service.url, '0'.repeat(32), 'eth_call')).toMatchObject({ status: 500 });

  const server: Disposal = [];
  undo.push(() => dispose(server));
  for (let round = 1; round <= 2; round += 1) {
    await startRedis(server, folder);
    await until(() => about('the store answers').length === round);
    const { key } = (await service.createKey({})).apiKey;
    expect(await rpc(service.url, key, 'eth_call')).toMatchObject({ body: { result: '0x1' } });
    expect(await health()).toMatchObject({ status: 200 });
    await dispose(server);
    await until(() => about('the store does not answer').length === round + 1);
    expect(await health()).toMatchObject(isLost);
  }
}, 60_000);
