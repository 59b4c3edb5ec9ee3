import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  basic,
  type Disposal,
  dispose,
  fakeNode,
  get,
  post,
  rpc,
  testService,
} from '../../test/testService';
import type { Service } from '../service';

const undo: Disposal = [];
let service: Service;
beforeAll(async () => {
  const history = { oldestBlock: '0x0', baseFeePerGas: ['0x1', '0x1'] };
  const eth = [await fakeNode(undo, ({ method }) => (method === 'eth_feeHistory' ? history : []))];
  service = await testService(undo, { eth });
});
afterAll(() => dispose(undo));

const gas = (authorization?: string) =>
  get(
    `${service.url}/networks/1/baseFeeHistory`,
    authorization === undefined ? {} : { authorization },
  );
const unknown = '0'.repeat(32);

describe('the key in the path', () => {
  // @row key.path
  it('authorizes JSON-RPC and the gas API', async () => {
    const { apiKey } = await service.createKey({ plan: 'custom' });
    expect((await rpc(service.url, apiKey.key, 'eth_call')).status).toBe(200);
    const reply = await get(`${service.url}/v3/${apiKey.key}/networks/1/baseFeeHistory`);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(['0.000000001']);
  });

  it('rejects an unknown key in the form of each API', async () => {
    for (const key of [unknown, 'x', '__proto__', '%20']) {
      const reply = await rpc(service.url, key, 'eth_call');
      expect(reply).toMatchObject({ status: 401, body: { jsonrpc: '2.0', id: null } });
      const path = await get(`${service.url}/v3/${key}/networks/1/baseFeeHistory`);
      expect(path).toMatchObject({ status: 401, body: { error: { code: 401 } } });
      expect((await get(`${service.url}/v3/${key}/credits`)).status).toBe(401);
    }
  });

  // @promise T36.2
  it('comes with its secret if the key asks for it', async () => {
    const { apiKey, secret } = await service.createKey({ plan: 'custom', needsSecret: true });
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_call' };
    const path = `${service.url}/v3/${apiKey.key}`;
    expect((await post(path, call)).status).toBe(401);
    expect((await post(path, call, { authorization: basic('', 'wrong') })).status).toBe(401);
    expect((await post(path, call, { authorization: basic('', secret ?? '') })).status).toBe(200);
  });
});

describe('key and secret by Basic authorization', () => {
  // @row key.basic
  it('checks key and secret each time', async () => {
    const { apiKey, secret } = await service.createKey({ plan: 'custom' });
    const { key } = apiKey;
    for (const _ of [1, 2]) {
      expect((await gas(basic(key, secret ?? ''))).status).toBe(200);
      for (const wrong of ['', 'x', `${secret}x`]) {
        const reply = await gas(basic(key, wrong));
        expect(reply.status).toBe(401);
        expect(reply.headers.get('www-authenticate')).toMatch(/^Basic/);
      }
    }
    expect((await gas(basic(unknown, secret ?? ''))).status).toBe(401);
    for (const none of [undefined, 'Basic', 'Basic !!', `Bearer ${key}`]) {
      expect((await gas(none)).status).toBe(401);
    }
  });

  // @promise P18.2
  it('lets the right secret through among any number of wrong ones', async () => {
    const { apiKey, secret } = await service.createKey({ plan: 'custom' });
    const wrong = Array.from({ length: 200 }, (_, index) => gas(basic(apiKey.key, `x${index}`)));
    const right = await gas(basic(apiKey.key, secret ?? ''));
    expect(right.status).toBe(200);
    for (const reply of await Promise.all(wrong)) expect(reply.status).toBe(401);
  });

  // @row key.withoutSecret
  it('accepts a key without a secret by an empty one, but not for IPFS', async () => {
    const { apiKey } = await service.createKey({ plan: 'custom', withSecret: false });
    const authorization = basic(apiKey.key, '');
    expect((await gas(authorization)).status).toBe(200);
    expect((await gas(basic(apiKey.key, 'x'))).status).toBe(401);
    const ipfs = await post(`${service.url}/api/v0/version`, '', { authorization });
    expect(ipfs).toMatchObject({ status: 403, body: { Type: 'error' } });
  });
});
