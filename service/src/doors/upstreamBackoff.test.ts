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

describe('the wait that the only node asks for', () => {
  it.each<[string, Refusal, number]>([
    ['429 with seconds', { status: 429, retryAfter: '7' }, 7],
    ['429 with a moment that is over', { status: 429, retryAfter: new Date(0).toUTCString() }, 1],
    ['429 with more than an hour', { status: 429, retryAfter: '86400' }, 600],
    ['429 with the seconds in its body', { status: 429, body: bodyOf(12) }, 12],
    ['429 alone', { status: 429, body: '<html>' }, 1],
    ['503 with seconds', { status: 503, retryAfter: '30' }, 30],
  ])('returns the wait to the caller, free of credits: %s', async (_how, refusal, seconds) => {
    const { service, key } = await start(refusal);
    const reply = await rpc(service.url, key, 'eth_call');
    expect(reply.status).toBe(503);
    expect(reply.headers.get('retry-after')).toBe(String(seconds));
    expect(reply.body).toEqual({ jsonrpc: '2.0', id: 1, error: told(seconds) });
    expect(reply.headers.get('x-credits-used')).toBe('0');
  });

  it('returns the wait in a batch, over a WebSocket and from the gas API', async () => {
    const { service, key } = await start({ status: 429, retryAfter: '7' });
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_call' };
    const batch = await post(`${service.url}/v3/${key}`, [call, { ...call, id: 2 }]);
    expect(batch.status).toBe(503);
    expect(batch.headers.get('retry-after')).toBe('7');
    expect(batch.body).toMatchObject([
      { id: 1, error: told(7) },
      { id: 2, error: told(7) },
    ]);
    const partly = await post(`${service.url}/v3/${key}`, [call, { ...call, method: 'none' }]);
    expect(partly.body).toMatchObject([{ id: 1, error: told(7) }, { error: { code: -32601 } }]);
    const gas = await get(`${service.url}/v3/${key}/networks/1/suggestedGasFees`);
    expect(gas.status).toBe(503);
    expect(gas.headers.get('retry-after')).toBe('7');
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws/v3/${key}`);
    undo.push(async () => socket.terminate());
    await once(socket, 'open');
    socket.send(JSON.stringify(call));
    const [text] = await once(socket, 'message');
    expect(JSON.parse(String(text))).toEqual({ jsonrpc: '2.0', id: 1, error: told(7) });
  });

  it('returns the wait if no other node answers either', async () => {
    const { service, key } = await start({ status: 429, retryAfter: '7' }, 'http://127.0.0.1:9');
    const reply = await rpc(service.url, key, 'eth_call');
    expect(reply.status).toBe(503);
    expect(reply.headers.get('retry-after')).toBe('7');
  });
});

it('returns no wait if a node names none and is down', async () => {
  const { service, key } = await start({ status: 503 });
  const reply = await rpc(service.url, key, 'eth_call');
  expect(reply.status).toBe(502);
  expect(reply.headers.get('retry-after')).toBeNull();
});

function bodyOf(backoff_seconds: number): string {
  const error = { code: -32005, message: 'rate limited', data: { backoff_seconds } };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, error });
}
