import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type Disposal,
  dispose,
  fakeNode,
  rpc,
  temporaryFolder,
  testService,
} from '../test/testService';
import { completeOptions } from './options';
import { readOptions } from './readOptions';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const read = async (config: unknown) => {
  const file = join(await temporaryFolder(undo), 'service.json');
  await writeFile(file, typeof config === 'string' ? config : JSON.stringify(config));
  return readOptions(['--config', file]);
};

describe('the configuration file', () => {
  it.each([
    ['{', 'JSON'],
    [{ plan: {} }, '/plan is wrong'],
    [{ plans: { mine: { creditsPerDay: 5 } } }, '/plans/mine/creditsPerSecond is wrong'],
    [{ plans: { mine: { creditsPerDay: 0, creditsPerSecond: 1 } } }, '/plans/mine/creditsPerDay'],
    [{ prices: { eth_call: -1 } }, '/prices/eth_call is wrong'],
    [{ limits: { bodyByte: 1 } }, '/limits/bodyByte is wrong'],
    [{ limits: { bodyBytes: '1' } }, '/limits/bodyBytes is wrong'],
    [{ methods: ['eth call'] }, '/methods/0 is wrong'],
    [{ rules: [{ key: 'x', methods: [] }] }, '/rules/0/key is wrong'],
    [[], '/ is wrong'],
    [{ limits: { connections: 0 } }, '/limits/connections is wrong: Expected a integer greater'],
    [{ limits: { upstreamMs: 1e9 } }, '/limits/upstreamMs is wrong: Expected a integer less than'],
    [{ limits: { bodyBytes: 1.5 } }, '/limits/bodyBytes is wrong'],
    [{ prices: { eth_cal: 20 } }, '/prices/eth_cal is wrong: there is no such name'],
    [{ prices: { newHead: 20 } }, '/prices/newHead is wrong'],
    [{ rules: [{ methods: ['eth_call', 'eth_sing'] }] }, '/rules/0/methods/1 is wrong'],
  ])('refuses a wrong file at the start: %j', async (config, message) => {
    await expect(read(config)).rejects.toThrow(message);
  });

  it('takes prices and rules for all that has a name, those of the command line included', async () => {
    const prices = { eth_call: 1, newHeads: 2, busyThreshold: 3, eth_own: 4, eth_other: 5 };
    const rules = [{ methods: ['eth_own', 'eth_other', 'eth_call'] }];
    const file = join(await temporaryFolder(undo), 'service.json');
    await writeFile(file, JSON.stringify({ prices, rules, methods: ['eth_own'] }));
    expect(readOptions(['--config', file, '--method', 'eth_other'])).toMatchObject({
      prices,
      rules,
    });
  });

  it('gives every limit a range that holds its default', async () => {
    const { limits } = completeOptions({});
    expect((await read({ limits })).limits).toEqual(limits);
    for (const name of Object.keys(limits))
      await expect(read({ limits: { [name]: -1 } })).rejects.toThrow(`/limits/${name} is wrong: `);
  });

  it('sets plans, prices, limits and methods, and leaves the rest', async () => {
    const options = await read({
      plans: { mine: { creditsPerDay: 1_000, creditsPerSecond: 100 } },
      prices: { eth_call: 20 },
      limits: { bodyBytes: 5_000 },
      methods: ['eth_sendRawTransaction'],
    });
    expect(options.plans).toMatchObject({
      mine: { creditsPerDay: 1_000 },
      free: { creditsPerDay: 3_000_000 },
    });
    expect(options.limits).toMatchObject({ bodyBytes: 5_000, bodyMs: 20_000 });
    expect(options.methods).toEqual(['eth_sendRawTransaction']);
  });

  // @promise P28.1
  it('charges its prices to its plans, and keeps callers to its rules', async () => {
    const eth = [await fakeNode(undo)];
    const config = { plans: { mine: { creditsPerDay: 50, creditsPerSecond: 50 } } };
    const { plans } = await read(config);
    const start = { eth, plans, prices: { eth_call: 20 } };
    const plain = await testService(undo, start);
    const { key } = (await plain.createKey({ plan: 'mine' })).apiKey;
    expect((await rpc(plain.url, key, 'eth_call')).headers.get('x-credits-left')).toBe('30');
    expect((await rpc(plain.url, key, 'eth_gasPrice')).status).toBe(402);

    const rules = [{ origin: 'http://localhost:1', methods: ['eth_call'] }];
    const ruled = await testService(undo, { ...start, rules });
    const other = (await ruled.createKey({ plan: 'custom' })).apiKey.key;
    const ask = async (method: string, origin?: string) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
      const headers = { 'content-type': 'application/json', ...(origin ? { origin } : {}) };
      return (await fetch(`${ruled.url}/v3/${other}`, { method: 'POST', headers, body })).status;
    };
    expect(await ask('eth_gasPrice')).toBe(200);
    expect(await ask('eth_call', 'http://localhost:1')).toBe(200);
    expect(await ask('eth_gasPrice', 'http://localhost:1')).toBe(403);
  });

  it('names a node if a container asks for one', () => {
    process.env.XNET_REQUIRE_ETH = '1';
    undo.push(async () => void delete process.env.XNET_REQUIRE_ETH);
    expect(() => readOptions([])).toThrow('--eth: name a node');
    expect(readOptions(['--eth', 'http://localhost:1']).eth).toHaveLength(1);
  });
});
