import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '../../test/testProcess';
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
afterEach(() => dispose(undo));

const held = 'held';
const large = 'x'.repeat(15_000_000);

/** A node that answers everything but the calls to be held. */
const start = async (more: object = {}) => {
  const state = { asked: 0 };
  const eth = await fakeNode(undo, ({ method, params = [] }) => {
    state.asked += 1;
    const [first] = params as unknown[];
    if (first === held || method === 'eth_feeHistory') return undefined;
    return first === 'large' ? large : '0x1';
  });
  const lines: { msg: string; route: string; status: number; keyMark?: string }[] = [];
  const log = { write: (line: string) => lines.push(JSON.parse(line)) };
  const service = await testService(undo, { eth: [eth], log, logLevel: 'debug', ...more });
  const { apiKey, secret } = await service.createKey({ plan: 'custom' });
  const told = () =>
    lines.filter(({ msg }) => msg === 'request').map(({ route, status }) => [route, status]);
  return { state, service, key: apiKey.key, login: basic(apiKey.key, secret ?? ''), told, lines };
};

/** Pipelines requests on one connection. @returns the connection */
const send = (service: Service, ...requests: string[]) => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  undo.push(async () => socket.destroy());
  socket.write(requests.join(''));
  return socket;
};

const requestOf = (key: string, body: string): string => {
  const head = 'Host: localhost\r\nContent-Type: application/json\r\n';
  return `POST /v3/${key} HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;
};
const callOf = (key: string, ...params: string[]): string =>
  requestOf(key, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params }));

describe('a caller who leaves', () => {
  // @promise P14.2
  it.each([
    ['while its call runs', '/v3/:key', (key: string) => callOf(key, held)],
    ['in the middle of its reply', '/v3/:key', (key: string) => callOf(key, 'large')],
    [
      'while the gas API asks the node',
      '/v3/:key/networks/:chainId/suggestedGasFees',
      (key: string) =>
        `GET /v3/${key}/networks/1/suggestedGasFees HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    ],
    [
      'before all of its body came',
      '/v3/:key',
      (key: string) =>
        `POST /v3/${key} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    ],
  ])('logs and counts a caller who leaves once, as 499: %s', async (when, route, requestOf) => {
    const { service, key, state, told, lines } = await start();
    const before = state.asked;
    const socket = send(service, requestOf(key));
    if (when.includes('middle')) await once(socket, 'readable');
    else if (when.includes('body')) await get(`${service.operationsUrl}/healthz`);
    else await until(() => state.asked > before);
    socket.resetAndDestroy();
    const left = () => told().filter(([, status]) => status === 499);
    await until(() => left().length > 0);
    await rpc(service.url, key, 'eth_call');
    expect(left()).toEqual([[route, 499]]);
    expect(told().filter(([, status]) => status === 200)).toContainEqual(['/v3/:key', 200]);
    expect(lines.filter(({ status }) => status === 499)[0]?.keyMark).toMatch(/^[0-9a-f]{8}$/);
    const metrics = String((await get(`${service.operationsUrl}/metrics`)).body);
    expect(metrics).toContain(`xnet_request_seconds_count{route="${route}",status="499"} 1`);
  });

  it.each([
    ['a call', 150, (body: object) => body],
    ['a batch', 380, (body: object) => [body, body]],
  ])('pays the price of %s that the node was asked', async (_what, price, bodyOf) => {
    let release = (): void => undefined;
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isAsked = false;
    const method = 'eth_getUncleByBlockNumberAndIndex';
    const eth = await fakeNode(undo, async (asked) => {
      if (asked.method !== method) return '0x1';
      isAsked = true;
      await hold;
      return '{"jsonrpc":"2.0","id":1,"result":null}';
    });
    const service = await testService(undo, { eth: [eth] });
    const { key } = (await service.createKey({})).apiKey;
    const call = { jsonrpc: '2.0', id: 1, method, params: ['0x1', '0x0'] };
    const usage = async () =>
      ((await get(`${service.url}/v3/${key}/credits`)).body as { used: number }).used;
    const counted = async (label: string): Promise<void> => {
      const metrics = () => get(`${service.operationsUrl}/metrics`);
      while (!String((await metrics()).body).includes(label)) await new Promise(setImmediate);
    };
    const body = JSON.stringify(bodyOf(call));
    const socket = send(service, requestOf(key, body));
    await until(() => isAsked);
    socket.resetAndDestroy();
    await counted('status="499"');
    release();
    await counted(`method="${method}",outcome="`);
    expect(await usage()).toBe(price);
  });

  // @promise P14.2
  it('leaves nothing held of the requests behind the one that was answered then', async () => {
    const { service, key, state, told } = await start({ limits: { keyBytes: 1_000_000 } });
    const text = 'x'.repeat(400_000);
    for (let round = 1; round <= 4; round += 1) {
      const before = state.asked;
      const socket = send(
        service,
        callOf(key, held, `0x${round}`),
        callOf(key, text, `0x${round}`),
      );
      await until(() => state.asked === before + 2);
      socket.resetAndDestroy();
      await until(() => told().filter(([, status]) => status === 499).length === 2 * round);
    }
    expect((await rpc(service.url, key, 'eth_call', [text])).status).toBe(200);
  });

  // @promise P14.2
  it('keeps no place among the IPFS calls of its key', async () => {
    const { service, key, login, state, told } = await start();
    const version = `POST /api/v0/version HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${login}\r\nContent-Length: 0\r\n\r\n`;
    const before = state.asked;
    // Of one connection 64 run at once.
    const sockets = [63, 1].map((count) =>
      send(service, callOf(key, held, `0x${count}`), ...Array<string>(count).fill(version)),
    );
    await until(() => state.asked === before + 2);
    const ask = () => post(`${service.url}/api/v0/version`, '', { authorization: login });
    expect((await ask()).status).toBe(429);
    for (const socket of sockets) socket.resetAndDestroy();
    await until(() => told().filter(([, status]) => status === 499).length === 66);
    expect((await ask()).status).toBe(200);
  });
});
