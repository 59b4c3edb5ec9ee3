import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import WebSocket from 'ws';
import { createBlock, routingNode } from '../../test/routingNode';
import { type Disposal, dispose, get, post, testService } from '../../test/testService';
import { toGwei } from './gas/gwei';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const call = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{}, 'latest'] };
const feesOf = (wei: number) => ({
  oldestBlock: '0x0',
  baseFeePerGas: Array(11).fill(`0x${wei.toString(16)}`),
});

/** A service with the chains 1 and 10, whose nodes answer each call with a value of their own. */
const startChains = async () => {
  const start = (chainId: string, value: string, wei: number) =>
    routingNode(undo, {
      chainId,
      told: ({ method, params }) => {
        if (method === 'eth_call') return { result: value };
        if (method === 'eth_feeHistory') return { result: feesOf(wei) };
        if (method !== 'eth_getBlockByNumber' || params[0] !== '0x5') return undefined;
        return { result: createBlock(5, { extraData: value }) };
      },
    });
  const [one, ten] = [await start('0x1', '0x01', 1), await start('0xa', '0x10', 10)];
  const networks = [{ chainId: 10n, eth: [ten.url], ethSocket: [] }];
  const service = await testService(undo, { eth: [one.url], networks, chains: { 10: 'Ten' } });
  const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
  return { one, ten, service, path: `${service.url}/v3/${key}`, key };
};

describe('a service of several chains', () => {
  it('gives each chain a path for JSON-RPC, and the path without an id to the first one', async () => {
    const { path } = await startChains();
    const asked = async (at: string) => (await post(`${path}${at}`, call)).body;
    for (const [at, result] of [
      ['', '0x01'],
      ['/networks/1', '0x01'],
      ['/networks/10', '0x10'],
      ['/networks/0xa', '0x10'],
    ]) {
      expect(await asked(at as string)).toEqual({ jsonrpc: '2.0', id: 1, result });
    }
  });

  it('gives each chain a gas API, and a name', async () => {
    const { service, path } = await startChains();
    for (const [id, wei] of [
      ['1', 1n],
      ['10', 10n],
    ] as const) {
      const { body } = await get(`${path}/networks/${id}/busyThreshold`);
      expect(body).toEqual({ busyThreshold: toGwei(wei) });
    }
    expect((await get(`${service.url}/v1/supportedChainNames`)).body).toEqual({
      1: 'Ethereum',
      10: 'Ten',
    });
  });

  it('gives each chain a path for WebSockets', async () => {
    const { service, key } = await startChains();
    for (const [at, result] of [
      ['', '0x01'],
      ['/networks/10', '0x10'],
    ]) {
      const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws/v3/${key}${at}`);
      await once(socket, 'open');
      socket.send(JSON.stringify(call));
      const [data] = (await once(socket, 'message')) as [Buffer];
      expect(JSON.parse(data.toString())).toEqual({ jsonrpc: '2.0', id: 1, result });
      socket.terminate();
    }
  });

  // @promise P26.2
  it('shares no answer between chains from memory', async () => {
    const { path } = await startChains();
    const block = { ...call, method: 'eth_getBlockByNumber', params: ['0x5', false] };
    for (const [at, extraData] of [
      ['', '0x01'],
      ['/networks/10', '0x10'],
      ['', '0x01'],
      ['/networks/10', '0x10'],
    ]) {
      const reply = await post(`${path}${at}`, block);
      expect(reply.body).toMatchObject({ result: { extraData } });
    }
  });

  // @promise P26.2
  it('answers 404 for a chain that it has not, and asks no node', async () => {
    const { service, path, key, one, ten } = await startChains();
    const before = one.asked.length + ten.asked.length;
    for (const id of ['2', 'mainnet', '0', '010x', '-10']) {
      const reply = await post(`${path}/networks/${id}`, call);
      expect(reply).toMatchObject({ status: 404, body: { jsonrpc: '2.0', id: null } });
      const socket = new WebSocket(
        `${service.url.replace('http', 'ws')}/ws/v3/${key}/networks/${id}`,
      );
      const [error] = (await once(socket, 'error')) as [Error];
      expect(error.message).toContain('404');
    }
    expect(one.asked.length + ten.asked.length).toBe(before);
  });

  it('stays ready while one chain answers, and healthy while all do', async () => {
    const gone: Disposal = [];
    const [one, ten] = [await routingNode(undo), await routingNode(gone, { chainId: '0xa' })];
    const networks = [{ chainId: 10n, eth: [ten.url], ethSocket: [] }];
    const { operationsUrl: url } = await testService(undo, { eth: [one.url], networks });
    await dispose(gone);
    expect((await get(`${url}/readyz`)).body).toEqual({
      ready: true,
      ethereum: false,
      store: true,
    });
    expect(await get(`${url}/healthz`)).toMatchObject({
      status: 503,
      body: { nodes: [{ chain: '1' }, { chain: '10' }] },
    });
  });

  it('ends its start if a node serves another chain than the operator says', async () => {
    const { url } = await routingNode(undo, { chainId: '0xb' });
    const networks = [{ chainId: 10n, eth: [url], ethSocket: [] }];
    const started = testService(undo, { networks });
    await expect(started).rejects.toThrow(`The nodes are not all of chain 10: ${url} of 11.`);
  });

  it('runs with one of --chain alone', async () => {
    const { url } = await routingNode(undo, { chainId: '0xa' });
    const networks = [{ chainId: 10n, eth: [url], ethSocket: [] }];
    const service = await testService(undo, { networks });
    const { key } = (await service.createKey({})).apiKey;
    for (const at of ['', '/networks/10']) {
      expect((await post(`${service.url}/v3/${key}${at}`, call)).status).toBe(200);
    }
  });
});
