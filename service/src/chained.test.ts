import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import WebSocket from 'ws';
import { routingNode } from '../test/routingNode';
import { type Disposal, dispose, get, post, rpc, testService } from '../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

/** A service as the node proxy, and another one whose node it is, with a key of the first. */
const startChained = async (key: object = {}) => {
  const node = await routingNode(undo);
  const ten = await routingNode(undo, { chainId: '0xa', told: () => undefined });
  const networks = [{ chainId: 10n, eth: [ten.url], ethSocket: [] }];
  const proxy = await testService(undo, { eth: [node.url], networks });
  const inner = (await proxy.createKey({ plan: 'custom', ...key })).apiKey.key;
  const url = `${proxy.url}/v3/${inner}`;
  const further = [{ chainId: 10n, eth: [`${url}/networks/10`], ethSocket: [] }];
  const service = await testService(undo, { eth: [url], networks: further });
  const outer = (await service.createKey({ plan: 'custom' })).apiKey.key;
  return { node, ten, url, inner, service, outer, proxy };
};

describe('a service behind --eth of another one', () => {
  it('answers for each chain, at the price of one call with either key', async () => {
    const { node, ten, url, service, outer } = await startChained();
    const before = ((await get(`${url}/credits`)).body as { used: number }).used;
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [] };
    for (const path of ['', '/networks/10']) {
      const reply = await post(`${service.url}/v3/${outer}${path}`, call);
      expect(reply.body).toEqual({ jsonrpc: '2.0', id: 1, result: '0x600d' });
      expect(reply.headers.get('x-credits-used')).toBe('80');
    }
    expect(
      [node, ten].map(({ asked }) => asked.filter((one) => one === 'eth_call').length),
    ).toEqual([1, 1]);
    const { used } = (await get(`${url}/credits`)).body as { used: number };
    expect(used - before).toBe(160);
  });

  it('charges nothing when the key behind has no credits left', async () => {
    const node = await routingNode(undo);
    const proxy = await testService(undo, { eth: [node.url] });
    const { key } = (await proxy.createKey({ plan: 'custom', ownPerDay: 170 })).apiKey;
    const service = await testService(undo, { eth: [`${proxy.url}/v3/${key}`] });
    const outer = (await service.createKey({ plan: 'custom' })).apiKey.key;
    let reply = await rpc(service.url, outer, 'eth_call');
    while (reply.status === 200) reply = await rpc(service.url, outer, 'eth_call');
    expect(reply.status).toBe(503);
    expect(reply.headers.get('x-credits-used')).toBe('0');
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.stringify(reply.body)).not.toContain(key);
  });

  it('charges no call and tells no key if the node of the other is down', async () => {
    const { node, inner, service, outer } = await startChained();
    node.told = () => ({ status: 502, body: 'down' });
    const reply = await rpc(service.url, outer, 'eth_call');
    expect(reply.status).toBe(502);
    expect(reply.headers.get('x-credits-used')).toBe('0');
    expect(JSON.stringify(reply.body)).not.toContain(inner);
  });

  it('leaves calls to its other node if one of two is such a service', async () => {
    const { node, url, proxy } = await startChained();
    const spare = await routingNode(undo);
    const service = await testService(undo, { eth: [url, spare.url] });
    const outer = (await service.createKey({ plan: 'custom' })).apiKey.key;
    node.told = () => ({ error: { code: -32005, message: 'daily request count exceeded' } });
    expect(await rpc(service.url, outer, 'eth_call')).toMatchObject({ status: 200 });
    await proxy.stop();
    expect(await rpc(service.url, outer, 'eth_call')).toMatchObject({ status: 200 });
  });

  it('forwards a development chain’s subscriptions and logs a warning', async () => {
    const lines: { level: number; msg: string }[] = [];
    const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const proxy = await testService(undo, { log, logLevel: 'info' });
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 40, msg: expect.stringContaining('31337') }),
    );
    const { key } = (await proxy.createKey({ plan: 'custom' })).apiKey;
    const service = await testService(undo, {
      eth: [`${proxy.url}/v3/${key}`],
      ethSocket: [`${proxy.url.replace('http', 'ws')}/ws/v3/${key}`],
    });
    const outer = (await service.createKey({ plan: 'custom' })).apiKey.key;
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws/v3/${outer}`);
    undo.push(async () => socket.terminate());
    await once(socket, 'open');
    socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}');
    const [told] = (await once(socket, 'message')) as [Buffer];
    const subscription = (JSON.parse(told.toString()) as { result: string }).result;
    const coming = once(socket, 'message') as Promise<[Buffer]>;
    await post(proxy.ethUrl, { jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] });
    const [event] = await coming;
    expect(JSON.parse(event.toString())).toMatchObject({
      method: 'eth_subscription',
      params: { subscription, result: { number: '0x1' } },
    });
  });
});
