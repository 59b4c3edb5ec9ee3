import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import WebSocket from 'ws';
import {
  type Disposal,
  dispose,
  fakeNode,
  get,
  post,
  rpc,
  testService,
} from '../../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

type Refusal = { status: number; retryAfter?: string; body?: string };

/** A service whose node rejects every call but the one for its chain id. */
const start = async ({ status, retryAfter, body = '' }: Refusal, ...others: string[]) => {
  const eth = await fakeNode(undo, (_asked, response) => {
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    response.end(body);
  });
  const service = await testService(undo, { eth: [eth, ...others] });
  const { key } = (await service.createKey({ plan: 'developer' })).apiKey;
  return { service, key };
};

const told = (seconds: number) => ({
  code: -32603,
  message: 'An upstream node asks for patience.',
  data: { status: 503, backoff_seconds: seconds },
});

describe('the only node asks for patience', () => {
  it.each<[string, Refusal, number]>([
    ['429 with seconds', { status: 429, retryAfter: '7' }, 7],
    ['429 with a moment that is over', { status: 429, retryAfter: new Date(0).toUTCString() }, 1],
    ['429 with more than an hour', { status: 429, retryAfter: '86400' }, 600],
    ['429 with the seconds in its body', { status: 429, body: bodyOf(12) }, 12],
    ['429 alone', { status: 429, body: '<html>' }, 1],
    ['503 with seconds', { status: 503, retryAfter: '30' }, 30],
  ])('and the caller learns for how long, free of credits: %s', async (_how, refusal, seconds) => {
    const { service, key } = await start(refusal);
    const reply = await rpc(service.url, key, 'eth_call');
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, String(seconds)]);
    expect(reply.body).toEqual({ jsonrpc: '2.0', id: 1, error: told(seconds) });
    expect(reply.headers.get('x-credits-used')).toBe('0');
  });

  it('and so it is in a batch, over a WebSocket and of the gas API', async () => {
    const { service, key } = await start({ status: 429, retryAfter: '7' });
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_call' };
    const batch = await post(`${service.url}/v3/${key}`, [call, { ...call, id: 2 }]);
    expect([batch.status, batch.headers.get('retry-after')]).toEqual([503, '7']);
    const partly = await post(`${service.url}/v3/${key}`, [call, { ...call, method: 'none' }]);
    expect(partly.body).toMatchObject([{ id: 1, error: told(7) }, { error: { code: -32601 } }]);
    const gas = await get(`${service.url}/v3/${key}/networks/1/suggestedGasFees`);
    expect([gas.status, gas.headers.get('retry-after')]).toEqual([503, '7']);
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws/v3/${key}`);
    undo.push(async () => socket.terminate());
    await once(socket, 'open');
    socket.send(JSON.stringify(call));
    const [text] = await once(socket, 'message');
    expect(JSON.parse(String(text))).toEqual({ jsonrpc: '2.0', id: 1, error: told(7) });
  });

  it('and nobody else answers', async () => {
    const { service, key } = await start({ status: 429, retryAfter: '7' }, 'http://127.0.0.1:9');
    const reply = await rpc(service.url, key, 'eth_call');
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '7']);
  });
});

it('tells no time to wait where a node tells none and is down', async () => {
  const { service, key } = await start({ status: 503 });
  const reply = await rpc(service.url, key, 'eth_call');
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([502, null]);
});

function bodyOf(backoff_seconds: number): string {
  const error = { code: -32005, message: 'rate limited', data: { backoff_seconds } };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, error });
}
