import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Disposal, dispose, get, post, rpc, testService } from '../../../test/testService';
import { createPrices } from '../../meter/costs';
import type { Service } from '../../service';
import { readCalls } from './readCalls';

const undo: Disposal = [];
let service: Service;
let key: string;
let url: string;

beforeAll(async () => {
  service = await testService(undo, {});
  key = (await service.createKey({ plan: 'custom' })).apiKey.key;
  url = `${service.url}/v3/${key}`;
}, 60_000);
afterAll(() => dispose(undo));

const used = async (): Promise<number> =>
  ((await get(`${url}/credits`)).body as { used: number }).used;

describe('POST /v3/{key}', () => {
  it('passes a call on and says what it has cost', async () => {
    const reply = await rpc(service.url, key, 'eth_getBlockByNumber', ['latest', false]);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ jsonrpc: '2.0', id: 1, result: { number: '0x0' } });
    expect(reply.headers.get('x-credits-used')).toBe('80');
    expect(Number(reply.headers.get('x-credits-left'))).toBe(1e12 - (await used()));
    expect(Number(reply.headers.get('x-credits-reset')) % 86_400).toBe(0);
  });

  it('answers a request that is out of the ordinary as it does any other', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' };
    const bodies: (string | object)[] = [
      call,
      [call, call],
      { ...call, id: undefined },
      { ...call, method: 'admin_peers' },
      { ...call, params: 5 },
      '',
      '{',
      '[]',
      '['.repeat(50),
    ];
    const shown = async (body: string | object, headers: Record<string, string>, to = url) => {
      const before = await used();
      const reply = await post(to, body, { origin: 'http://localhost:1', ...headers });
      const { date: _, 'x-credits-left': left, ...all } = Object.fromEntries(reply.headers);
      const { 'x-request-id': id, ...rest } = all;
      expect(id).toMatch(/^[\da-z]+-[\da-z]+$/);
      expect([...reply.headers.keys()]).toContain('date');
      const cost = (await used()) - before;
      return {
        status: reply.status,
        headers: rest,
        hasLeft: left !== undefined,
        cost,
        body: reply.body,
      };
    };
    for (const body of bodies) {
      const plain = await shown(body, {});
      expect(plain.headers).toMatchObject({ vary: 'Origin', 'x-credits-used': `${plain.cost}` });
      expect(await shown(body, { 'content-type': 'application/json; charset=UTF8' })).toEqual(
        plain,
      );
      expect(await shown(body, {}, `${url}?`)).toEqual(plain);
    }
  });

  // @row jsonRpc
  it('keeps ids of every kind', async () => {
    for (const id of [0, 7, -7, 1.5, '', 'a"b', null]) {
      const reply = await post(url, { jsonrpc: '2.0', id, method: 'eth_chainId' });
      expect(reply.body).toEqual({ jsonrpc: '2.0', id, result: '0x7a69' });
    }
  });

  it('refuses an id that it could not give back as it came', async () => {
    for (const id of ['9007199254740993', '-12345678901234567890', '1e400']) {
      const refused = await post(url, `{"jsonrpc":"2.0","id":${id},"method":"eth_chainId"}`);
      const message = 'An id is a text, or a number up to 2^53 - 1.';
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({ id: null, error: { code: -32600, message } });
      const batch = `[{"jsonrpc":"2.0","id":${id},"method":"eth_chainId"},{"jsonrpc":"2.0","id":9007199254740991,"method":"eth_chainId"}]`;
      expect((await post(url, batch)).body).toMatchObject([
        { id: null, error: { code: -32600 } },
        { id: 9007199254740991, result: '0x7a69' },
      ]);
    }
  });

  it('passes errors of the node on, and charges them', async () => {
    const before = await used();
    const reply = await rpc(service.url, key, 'eth_getBalance', ['no address']);
    expect(reply.body).toMatchObject({ id: 1, error: { code: -32602 } });
    expect((await used()) - before).toBe(80);
  });

  it('answers a batch in its order, its parts and itself charged', async () => {
    const before = await used();
    const reply = await post(url, [
      { jsonrpc: '2.0', id: 'b', method: 'eth_chainId' },
      { nonsense: true },
      { jsonrpc: '2.0', id: 7 },
      { jsonrpc: '2.0', method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 'a', method: 'eth_getBlockReceipts', params: ['latest'] },
    ]);
    const error = { code: -32600, message: expect.any(String), data: { status: 400 } };
    expect(reply.body).toEqual([
      { jsonrpc: '2.0', id: 'b', result: '0x7a69' },
      { jsonrpc: '2.0', id: null, error },
      { jsonrpc: '2.0', id: 7, error },
      { jsonrpc: '2.0', id: 'a', result: [] },
    ]);
    expect((await used()) - before).toBe(80 + 80 + 5 + 5 + 80 + 1_000);
  });

  it('answers nothing to notifications, alone or in a batch', async () => {
    const notification = { jsonrpc: '2.0', method: 'eth_chainId' };
    for (const body of [notification, [notification, notification]]) {
      const reply = await post(url, body);
      expect(reply.status).toBe(204);
      expect(reply.body).toBe('');
    }
  });

  // @promise P16.1
  it('treats params of null as none, as nodes do', async () => {
    const call = { jsonrpc: '2.0', id: 7, method: 'eth_chainId', params: null };
    expect(readCalls(JSON.stringify(call))).toEqual({ single: { id: 7, method: 'eth_chainId' } });
    for (const body of [call, [call]]) {
      expect((await post(url, body)).body).toEqual((await post(service.ethUrl, body)).body);
    }
  });

  it('refuses what is no request under the id that it has, for 5 credits', async () => {
    const bad: [string, number, unknown][] = [
      ['{"jsonrpc":"2.0",', -32700, null],
      ['[]', -32600, null],
      ['7', -32600, null],
      ['null', -32600, null],
      ['{"jsonrpc":"2.0","method":5}', -32600, null],
      ['{"jsonrpc":"2.0","id":{},"method":"eth_chainId"}', -32600, null],
      ['{"jsonrpc":"1.0","id":1,"method":"eth_chainId"}', -32600, 1],
      ['{"jsonrpc":"2.0","id":"","method":"eth_chainId","params":"latest"}', -32600, ''],
      ['{"jsonrpc":"2.0","id":"a"}', -32600, 'a'],
      [JSON.stringify(Array.from({ length: 1_001 }, () => 1)), -32600, null],
    ];
    for (const [body, code, id] of bad) {
      const before = await used();
      const reply = await post(url, body);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
      expect((await used()) - before).toBe(5);
    }
  });

  it('charges a refusal each for a batch of nothing but what is no call', async () => {
    for (const [body, refusals] of [
      ['["01"]', 1],
      ['[1,"02",null]', 3],
    ] as const) {
      const before = await used();
      const reply = await post(url, body);
      const error = { jsonrpc: '2.0', id: null, error: { code: -32600 } };
      expect(reply.body).toMatchObject(Array.from({ length: refusals }, () => error));
      expect((await used()) - before).toBe(5 * refusals);
    }
  });

  // @promise P15.1
  it('refuses what is nested too deep, and goes on with what is not', async () => {
    const nested = (levels: number, open: string, close: string): string =>
      `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[${open.repeat(levels)}1${close.repeat(levels)}]}`;
    for (const body of [nested(30_000, '[', ']'), nested(5_000, '{"a":', '}')]) {
      for (let index = 0; index < 8; index += 1) {
        const reply = await post(url, body);
        expect(reply).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
      }
    }
    // Brackets inside strings do not count.
    const text = {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_chainId',
      params: [],
      a: '\\"[{'.repeat(99),
    };
    expect((await post(url, text)).body).toMatchObject({ result: '0x7a69' });
    expect((await rpc(service.url, key, 'eth_chainId')).status).toBe(200);
    const { body } = await get(`${service.operationsUrl}/healthz`);
    expect(body).toMatchObject({ nodes: [{ state: 'closed' }] });
  });

  // @row eth_getBlockReceipts.pending
  it('gives the receipts of the latest block for the pending one', async () => {
    const transaction = {
      from: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
      to: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
      value: '0x1',
    };
    await post(service.ethUrl, {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_sendTransaction',
      params: [transaction],
    });
    // The node mines the block asynchronously.
    const number = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' };
    let mined: unknown;
    while (mined !== '0x1') {
      mined = ((await post(service.ethUrl, number)).body as { result: unknown }).result;
    }
    const latest = await rpc(service.url, key, 'eth_getBlockReceipts', ['latest']);
    const pending = await rpc(service.url, key, 'eth_getBlockReceipts', ['pending']);
    expect(pending.body).toEqual(latest.body);
    expect(pending.body).toMatchObject({ result: [{ blockNumber: '0x1' }] });
    const byObject = [{ blockNumber: 'pending', requireCanonical: false }];
    expect((await rpc(service.url, key, 'eth_getBlockReceipts', byObject)).body).toEqual(
      latest.body,
    );
  });

  // @promise P16.1
  it('passes no method on but the reads that the document names with their prices', async () => {
    const before = await used();
    const others = [
      'admin_peers',
      'personal_sign',
      'engine_newPayloadV4',
      'miner_stop',
      'debug_traceCall',
      'account_list',
      'eth_sendTransaction',
      'eth_sendRawTransaction',
      'eth_sign',
      'toString',
      'eth_accounts',
      'eth_newFilter',
      'anvil_mine',
      'evm_mine',
      'txpool_content',
      '__proto__',
    ];
    for (const method of others) {
      const reply = await rpc(service.url, key, method);
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({ id: 1, error: { code: -32601, data: { status: 404 } } });
    }
    expect((await used()) - before).toBe(others.length * 5);
    const { body } = await get(`${service.url}/openapi.json`);
    expect(body).toHaveProperty(
      ['paths', '/v3/{key}', 'post', 'x-credits'],
      createPrices().list([]),
    );
  });

  // @promise P16.1
  it('passes a method on that the operator has named', async () => {
    const other = await testService(undo, {
      eth: [service.ethUrl],
      methods: ['eth_accounts'],
    });
    const { apiKey } = await other.createKey({ plan: 'custom' });
    const named = await rpc(other.url, apiKey.key, 'eth_accounts');
    expect(named.body).toMatchObject({ result: expect.arrayContaining([expect.any(String)]) });
    expect((await rpc(other.url, apiKey.key, 'eth_sign')).body).not.toHaveProperty('result');
    const { body } = await get(`${other.url}/openapi.json`);
    expect(body).toHaveProperty(['paths', '/v3/{key}', 'post', 'x-credits', 'eth_accounts'], 80);
  });

  it.each(['web3_clientVersion', 'eth_getBlockByNumber', 'eth_getProof', 'eth_feeHistory'])(
    'answers %s as the node itself does',
    async (method) => {
      const params: Record<string, unknown[]> = {
        eth_getBlockByNumber: ['0x1', false],
        eth_getProof: [
          '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
          [`0x${'0'.repeat(64)}`],
          '0x1',
        ],
        eth_feeHistory: ['0x2', 'latest', [10, 50]],
      };
      const direct = await post(service.ethUrl, {
        jsonrpc: '2.0',
        id: 1,
        method,
        params: params[method] ?? [],
      });
      const through = await rpc(service.url, key, method, params[method] ?? []);
      expect(through.body).toEqual(direct.body);
      expect(direct.body).toHaveProperty('result');
    },
  );
});
