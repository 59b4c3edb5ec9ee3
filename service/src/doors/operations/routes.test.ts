import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { routingNode } from '../../../test/routingNode';
import {
  basic,
  type Disposal,
  dispose,
  fakeNode,
  get,
  post,
  raw,
  rpc,
  testService,
} from '../../../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

describe('GET /healthz', () => {
  it('names the part that does not answer', async () => {
    const state = { isDown: false };
    const eth = await fakeNode(undo, (_asked, response) => {
      if (!state.isDown) return '0x1';
      response.destroy();
      return undefined;
    });
    const service = await testService(undo, { eth: [eth] });
    expect(await get(`${service.operationsUrl}/healthz`)).toMatchObject({
      status: 200,
      body: { healthy: true, ethereum: true, store: true, ipfs: true, nodes: [{ name: eth }] },
    });
  });

  it('answers HEAD as GET, without the body, as all that is read by GET does', async () => {
    const service = await testService(undo, { eth: [await fakeNode(undo)] });
    for (const path of ['healthz', 'metrics', 'none']) {
      const asked = await fetch(`${service.operationsUrl}/${path}`);
      const head = await fetch(`${service.operationsUrl}/${path}`, { method: 'HEAD' });
      expect(head.status).toBe(asked.status);
      expect(await head.text()).toBe('');
      expect(head.headers.get('content-type')).toBe(asked.headers.get('content-type'));
    }
    const wrong = await fetch(`${service.operationsUrl}/healthz`, { method: 'DELETE' });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('GET, HEAD');
  });

  // @promise T36.3
  it('refuses health and metrics to a page of an unknown site', async () => {
    const eth = await fakeNode(undo);
    const service = await testService(undo, { eth: [eth] });
    const asked = async (path: string, origin?: string) => {
      const headers = origin ? { origin } : {};
      const reply = await fetch(`${service.operationsUrl}/${path}`, { headers });
      return { status: reply.status, text: await reply.text() };
    };
    for (const path of ['healthz', 'metrics', '%68ealthz', 'metric%73', 'healthz?of=all']) {
      const refused = await asked(path, 'null');
      expect(refused.status).toBe(403);
      expect(refused.text).not.toContain(new URL(eth).port);
      expect(refused.text).not.toContain('xnet_');
      for (const origin of [undefined, 'http://localhost:5173'])
        expect((await asked(path, origin)).status).toBe(200);
    }
  });

  // @promise P18.2
  it('asks the parts once in five seconds, whoever asks it and how often', async () => {
    const time = { now: 0 };
    let asked = 0;
    const counted = await fakeNode(
      undo,
      () => '0x1',
      () => {
        asked += 1;
        return false;
      },
    );
    const service = await testService(undo, { eth: [counted], clock: () => time.now });
    const before = asked;
    await Promise.all(Array.from({ length: 50 }, () => get(`${service.operationsUrl}/healthz`)));
    time.now += 4_999;
    await get(`${service.operationsUrl}/healthz`);
    expect(asked - before).toBe(1);
    time.now += 1;
    await get(`${service.operationsUrl}/healthz`);
    expect(asked - before).toBe(2);
  });

  it('answers 503 when the nodes are gone', async () => {
    const gone: Disposal = [];
    const eth = await fakeNode(gone);
    const service = await testService(undo, { eth: [eth] });
    await dispose(gone);
    expect(await get(`${service.operationsUrl}/healthz`)).toMatchObject({
      status: 503,
      body: { healthy: false, ethereum: false, store: true },
    });
  });
});

describe('the address of the callers', () => {
  it('knows none of the operator’s paths, however they are spelled', async () => {
    const service = await testService(undo, { eth: [await fakeNode(undo)] });
    for (const path of [
      'livez',
      'readyz',
      'healthz',
      'metrics',
      'm%65trics',
      'he%61lthz',
      './metrics',
    ])
      expect((await get(`${service.url}/${path}`)).status).toBe(404);
    expect((await get(`${service.operationsUrl}/m%65trics`)).status).toBe(200);
    const paths = [`v3/${'0'.repeat(32)}`, 'openapi.json', 'v1/supportedChainNames'];
    for (const path of paths)
      expect((await get(`${service.operationsUrl}/${path}`)).status).toBe(404);
  });
});

describe('GET /metrics', () => {
  it('counts requests by route and status, credits and calls to nodes', async () => {
    const eth = await fakeNode(undo, () => null);
    const service = await testService(undo, { eth: [`${eth}/v3/upstream-key-0123`] });
    const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
    await rpc(service.url, key, 'eth_call');
    await rpc(service.url, key, 'eth_getProof');
    await get(`${service.url}/nothing/${key}`);
    const text = String((await get(`${service.operationsUrl}/metrics`)).body);
    expect(text).toContain('xnet_request_seconds_count{route="/v3/:key",status="200"} 2');
    expect(text).toContain('xnet_request_seconds_count{route="none",status="404"} 1');
    expect(text).toContain('xnet_credits_total{plan="custom",kind="taken"} 230');
    expect(text).toContain(`xnet_node_seconds_count{chain="1",node="${eth}",outcome="ok"} 2`);
    // Neither callers' nor nodes' keys: anybody may read this page.
    for (const hidden of [key, 'upstream-key']) expect(text).not.toContain(hidden);
  });

  it('reports the head, lag and breaker of each node, and what memory has answered', async () => {
    const nodes = [
      await routingNode(undo, { head: 1_000 }),
      await routingNode(undo, { head: 990 }),
    ];
    const [first, second] = nodes.map(({ url }) => url);
    const eth = [...nodes.map(({ url }) => url), `${first}/another-key-0123`];
    const service = await testService(undo, { eth, limits: { pollMs: 1 } });
    const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
    for (let count = 0; count < 2; count += 1) {
      await rpc(service.url, key, 'eth_getBlockByNumber', ['0x5', false]);
    }
    const text = String((await get(`${service.operationsUrl}/metrics`)).body);
    const of = (name: string, node?: string): string | undefined =>
      new RegExp(`^${name}{chain="1",node="${node}"} (\\S+)$`, 'm').exec(text)?.[1];
    expect([first, second].map((node) => of('xnet_node_head_block', node))).toEqual([
      '1000',
      '990',
    ]);
    expect([first, second].map((node) => of('xnet_node_lag_blocks', node))).toEqual(['0', '10']);
    expect([first, second].map((node) => of('xnet_node_breaker', node))).toEqual(['0', '0']);
    expect(of('xnet_node_syncing', first)).toBe('0');
    expect(of('xnet_node_resting', second)).toBe('0');
    // A second one of the same origin has a number in place of its key.
    expect(of('xnet_node_head_block', `${first} 2`)).toBe('1000');
    for (const [result, count] of [
      ['miss', 1],
      ['memory', 1],
    ]) {
      expect(text).toContain(`xnet_cache_lookups_total{chain="1",result="${result}"} ${count}`);
    }
    expect(text).not.toContain('another-key');
  });

  it('reports the head of a sole node also while nobody calls, and its connections have ended', async () => {
    const node = await routingNode(undo, { closes: true });
    const service = await testService(undo, { eth: [node.url], limits: { pollMs: 1 } });
    const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
    await rpc(service.url, key, 'eth_call');
    for (const head of [1_000, 1_001, 1_002]) {
      node.head = head;
      await setTimeout(5);
      const text = String((await get(`${service.operationsUrl}/metrics`)).body);
      expect(text).toContain(`xnet_node_head_block{chain="1",node="${node.url}"} ${head}`);
    }
  });

  it('reports the breaker of a node that is gone, and logs its name, method and HTTP status', async () => {
    const gone: Disposal = [];
    const nodes = [await routingNode(gone), await routingNode(undo)];
    const [first = '', second = ''] = nodes.map(({ url }) => url);
    const lines: Record<string, unknown>[] = [];
    const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const service = await testService(undo, { eth: [first, second], log, logLevel: 'info' });
    const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
    const failed = () => lines.filter(({ msg }) => msg === 'a node failed a call');
    (nodes[0] as (typeof nodes)[0]).told = () => ({ status: 503, body: 'no' });
    const reply = await rpc(service.url, key, 'eth_call');
    expect(reply).toMatchObject({ status: 200 });
    expect(failed()).toEqual([
      expect.objectContaining({
        request: reply.headers.get('x-request-id'),
        node: first,
        chain: '1',
        method: 'eth_call',
        outcome: 'failed',
        status: 503,
      }),
    ]);
    await dispose(gone);
    let text = '';
    while (!text.includes(`xnet_node_breaker{chain="1",node="${first}"} 2`)) {
      await rpc(service.url, key, 'eth_call');
      text = String((await get(`${service.operationsUrl}/metrics`)).body);
    }
    expect(failed().at(-1)).toMatchObject({ node: first, reason: 'ECONNREFUSED' });
    expect(text).toContain(`xnet_node_breaker{chain="1",node="${second}"} 0`);
  });

  it('reports how long the process was held up since the last reading', async () => {
    const service = await testService(undo, { eth: [await fakeNode(undo)] });
    const longest = async (): Promise<number> => {
      const text = String((await get(`${service.operationsUrl}/metrics`)).body);
      return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]);
    };
    await longest();
    // The runtime measures between its own ticks, one each 10 ms: there is one before and one after.
    await setTimeout(50);
    const end = performance.now() + 300;
    while (performance.now() < end);
    await setTimeout(50);
    expect(await longest()).toBeGreaterThan(0.2);
  });
});

describe('GET /openapi.json', () => {
  it('describes every path of the service', async () => {
    const service = await testService(undo, { eth: [await fakeNode(undo)] });
    const { body } = await get(`${service.url}/openapi.json`);
    const { paths, openapi } = body as { paths: Record<string, object>; openapi: string };
    expect(openapi).toBe('3.1.0');
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/networks/{chainId}/baseFeeHistory',
        '/v3/{key}/networks/{chainId}/busyThreshold',
        '/v3/{key}',
        '/ws/v3/{key}',
        '/v3/{key}/credits',
        '/v1/supportedChainNames',
        '/api/v0/cat',
        '/api/v0/object/get',
        '/openapi.json',
      ]),
    );
    expect(paths['/v3/{key}']).toMatchObject({
      post: { requestBody: {}, responses: { 402: {}, 429: {} }, parameters: [{ name: 'key' }] },
    });
  });
});

describe('the log', () => {
  it('distinguishes keys by a mark, wherever they stand in a request', async () => {
    const lines: string[] = [];
    const log = { write: (line: string) => lines.push(line) };
    const eth = [await fakeNode(undo)];
    const service = await testService(undo, { eth, logLevel: 'debug', log });
    const { apiKey, secret } = await service.createKey({ plan: 'custom' });
    const { key } = apiKey;
    const headers = { authorization: basic(key, secret ?? '') };
    await rpc(service.url, key, 'eth_call');
    await get(`${service.url}/v3/${key}/credits`);
    await get(`${service.url}/networks/1/none`, headers);
    await post(`${service.url}/api/v0/version`, '', headers);
    const upgrade =
      'Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
    const head = `${upgrade}Sec-WebSocket-Key: ${'A'.repeat(22)}==\r\nHost: localhost\r\n\r\n`;
    await raw(service.url, `GET /ws/v3/${key} HTTP/1.1\r\n${head}`, { halfClose: true });
    await get(`${service.url}/openapi.json`);
    const told = lines.map((line) => JSON.parse(line) as { msg: string; keyMark?: string });
    const marks = told.filter(({ msg }) => msg === 'request').map(({ keyMark }) => keyMark);
    const mark = createHash('sha256').update(key).digest('hex').slice(0, 8);
    expect(marks).toEqual([mark, mark, mark, mark, mark, undefined]);
  });

  it('holds the address of the connection if the operator wants it', async () => {
    const eth = [await fakeNode(undo)];
    const callers: unknown[] = [];
    const log = {
      write: (line: string) => {
        const { msg, caller } = JSON.parse(line) as { msg: string; caller?: string };
        if (msg === 'request') callers.push(caller);
      },
    };
    for (const logCallers of [false, true]) {
      const service = await testService(undo, { eth, logLevel: 'debug', log, logCallers });
      await get(`${service.operationsUrl}/livez`, { connection: 'close' });
      await service.stop();
    }
    expect(callers).toEqual([undefined, '127.0.0.1']);
  });

  // @promise T22.3 P18.1
  it('holds no key, no secret and no path, whatever goes wrong', async () => {
    const lines: string[] = [];
    const hidden = '/v3/upstream-key-0123';
    const eth = `${await fakeNode(undo, ({ method }, response) => {
      if (method === 'eth_call') return '0x1';
      response.destroy();
      return undefined;
    })}${hidden}`;
    const service = await testService(undo, {
      eth: [eth],
      logLevel: 'trace',
      limits: { bodyMs: 300 },
      log: { write: (line: string) => lines.push(line) },
    });
    const { apiKey, secret } = await service.createKey({ plan: 'custom' });
    const { key } = apiKey;
    const authorization = basic(key, secret ?? '');
    await rpc(service.url, key, 'eth_call');
    await rpc(service.url, key, 'eth_broken');
    await post(`${service.url}/v3/${key}`, '{', { authorization });
    await post(`${service.url}/v3/${key}/x/%zz`, '{', { authorization });
    await get(`${service.url}/networks/1/busyThreshold`, { authorization });
    await post(`${service.url}/api/v0/cat?arg=${secret}`, '', { authorization });
    await get(`${service.url}/v3/${key}/unknown`, { authorization });
    await rpc(service.url, `${key}0`, 'eth_call');
    // Bodies that arrive late or never, and upgrades on paths that do not support them.
    const head = 'HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    await Promise.all([
      ...['', '{'].map((part) =>
        raw(service.url, `POST /v3/${key} ${head}Content-Length: 9\r\n\r\n${part}`),
      ),
      raw(service.url, `POST /v3/${key} ${head}Content-Length: 9\r\n\r\n{`, { halfClose: true }),
      raw(service.url, `GET /v3/${key}/credits ${head}Content-Length: 9\r\n\r\n`),
      ...[`/v3/${key}/credits`, `/ws/v3/${key}0`, `/ws/v3/${key}/x`].map((path) =>
        raw(service.url, `GET ${path} ${head}${upgrade}`),
      ),
    ]);
    const text = lines.join('\n');
    expect(lines.length).toBeGreaterThan(8);
    for (const secretText of [key, secret, authorization.slice(6), 'upstream-key']) {
      expect(text).not.toContain(secretText);
    }
    expect(text).toContain('"route":"/v3/:key"');
    expect(text).not.toContain('already sent');
    expect(text).not.toContain('[hidden]');
  });
});
