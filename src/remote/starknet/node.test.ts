import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHttp } from '@xnet/clients/transport/http';
import { catchError } from '../../../test/catchError';
import type { Fault } from '../../../test/chain/faultServer';
import { type NodePair, startNodePair } from '../../../test/chain/nodePair';
import { createClock } from '../../../test/wallet/clock';
import { chainIds } from '../../schema/primitives';
import { createStarknetNode } from './node';
import { starknet_addInvokeTransaction } from './starknet_addInvokeTransaction';
import { starknet_blockNumber } from './starknet_blockNumber';
import { starknet_getNonce } from './starknet_getNonce';

const PROBE = ['starknet_chainId', 'starknet_specVersion'];
const nonce = starknet_getNonce({ block_id: 'latest', contract_address: '0x1' });
const block = starknet_blockNumber();
const transaction = starknet_addInvokeTransaction({ invoke_transaction: { nonce: '0x0' } });
const html = (status: number): Fault => ({ kind: 'status', status });

let pair: NodePair;
beforeEach(async () => {
  pair = await startNodePair();
});
afterEach(() => pair.stop());

describe('batch', () => {
  // @promise T4.1
  it('verifies an endpoint in the HTTP request of the first reads, and then no more', async () => {
    const { first: server } = pair;
    const node = pair.nodeOver(server);
    await expect(node.batch([nonce, block])).resolves.toEqual([
      { ok: true, value: '0x7' },
      { ok: true, value: 9 },
    ]);
    await expect(node.batch([block, nonce])).resolves.toEqual([
      { ok: true, value: 9 },
      { ok: true, value: '0x7' },
    ]);
    expect(server.seen.map(({ methods }) => methods)).toEqual([
      [...PROBE, 'starknet_getNonce', 'starknet_blockNumber'],
      ['starknet_blockNumber', 'starknet_getNonce'],
    ]);
  });

  it('returns an outcome for each call', async () => {
    pair.set('first', 'starknet_getNonce', { error: { code: 20, message: 'Contract not found' } });
    const [first, second] = await pair.nodeOver(pair.first).batch([nonce, block]);
    expect(first).toMatchObject({ ok: false, error: { data: { nodeCode: 20 } } });
    // The types of the outcomes follow those of the calls.
    expect(second.ok && second.value + 1).toBe(10);
  });

  it('asks nothing for nothing', async () => {
    await expect(pair.nodeOver(pair.first).batch([])).resolves.toEqual([]);
    expect(pair.first.seen).toEqual([]);
  });

  it('gives every call the error when no endpoint serves', async () => {
    const { first: server } = pair;
    await server.stop();
    const outcomes = await pair.nodeOver(server).batch([nonce, block]);
    expect(outcomes).toMatchObject([
      { ok: false, error: { kind: 'nodeUnavailable' } },
      { ok: false, error: { kind: 'nodeUnavailable' } },
    ]);
  });

  it('marks only the call that was left without an answer', async () => {
    const { first: server } = pair;
    server.always({ kind: 'missingReply', index: 2 });
    await expect(pair.nodeOver(server).batch([nonce, block])).resolves.toMatchObject([
      { ok: false, error: { kind: 'nodeFault' } },
      { ok: true, value: 9 },
    ]);
  });

  it('asks the next endpoint for what the first could not serve, and for nothing else', async () => {
    const { first, second } = pair;
    pair.set('first', 'starknet_getNonce', {
      error: { code: -32601, message: 'Not on this plan' },
    });
    await expect(pair.nodeOver(first, second).batch([nonce, block])).resolves.toEqual([
      { ok: true, value: '0x7' },
      { ok: true, value: 9 },
    ]);
    expect(second.seen.map(({ methods }) => methods)).toEqual([[...PROBE, 'starknet_getNonce']]);
  });

  it('refuses a result of a wrong shape', async () => {
    pair.set('first', 'starknet_getNonce', { result: { nonce: 7 } });
    const [outcome] = await pair.nodeOver(pair.first).batch([nonce]);
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'nodeFault' } });
  });

  it('splits many calls', async () => {
    const { first: server } = pair;
    const node = pair.nodeOver(server);
    await node.read(block);
    const outcomes = await node.batch(Array.from({ length: 120 }, () => nonce));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(120);
    expect(
      server.seen
        .slice(1)
        .map(({ methods }) => methods.length)
        .sort(),
    ).toEqual([100, 20]);
  });

  it('uses all the time of the caller if there is one endpoint', async () => {
    const { first, clock } = pair;
    first.always({ kind: 'hang' });
    const unserved = pair.nodeOver(first).batch([nonce], { deadlineMs: 3_000 });
    await first.received(1);
    clock.advance(3_000);
    const [outcome] = await unserved;
    expect(outcome).toMatchObject({
      error: { message: expect.stringContaining('did not answer within 3 s.') },
    });
  });

  it('ends when the caller’s time is over, and leaves time for the next endpoint', async () => {
    const { first, second } = pair;
    const clock = createClock({ pausesUpToMs: 500 });
    const node = createStarknetNode({
      http: createHttp({ fetch, ...clock }),
      endpoints: [{ url: first.url }, { url: second.url }],
      chainId: chainIds.sepolia,
    });
    first.script({ kind: 'hang' });
    const served = node.batch([nonce], { deadlineMs: 3_000 });
    await first.received(1);
    clock.advance(1_500);
    await expect(served).resolves.toEqual([{ ok: true, value: '0x7' }]);
    for (const server of [first, second]) server.always({ kind: 'hang' });
    const unserved = node.batch([nonce], { deadlineMs: 3_000 });
    await second.received(2);
    clock.advance(1_500);
    await first.received(2);
    clock.advance(1_500);
    await expect(unserved).resolves.toMatchObject([
      { ok: false, error: { kind: 'nodeUnavailable' } },
    ]);
  });

  it('refuses to carry a send', async () => {
    await expect(pair.nodeOver(pair.first).batch([transaction])).rejects.toMatchObject({
      kind: 'internal',
    });
  });
});

describe('read', () => {
  it('sends a plain request once the endpoint is verified', async () => {
    const { first: server } = pair;
    const node = pair.nodeOver(server);
    await node.read(block);
    await expect(node.read(nonce)).resolves.toBe('0x7');
    expect(server.seen.map(({ batch }) => batch)).toEqual([true, false]);
  });

  it('throws the error of its call', async () => {
    pair.set('first', 'starknet_getNonce', { error: { code: 20, message: 'Contract not found' } });
    await expect(pair.nodeOver(pair.first).read(nonce)).rejects.toMatchObject({
      data: { nodeCode: 20 },
    });
  });

  it.each<[string, Fault]>([
    ['resets', { kind: 'reset' }],
    ['sends 503', html(503)],
    ['sends HTML', { kind: 'body', body: '<html>' }],
    ['has a wrong id', { kind: 'wrongId' }],
    ['has reached its limit', html(429)],
    ['is out of credits', html(402)],
    ['serves another chain', { kind: 'wrongChain', chainId: chainIds.mainnet }],
  ])('fails over when the first endpoint %s', async (_, fault) => {
    const { first, second } = pair;
    first.script(fault);
    await expect(pair.nodeOver(first, second).read(nonce)).resolves.toBe('0x7');
    expect([first.seen.length, second.seen.length]).toEqual([1, 1]);
    expect(pair.clock.pauses).toEqual([]);
  });

  it('fails over when the first endpoint hangs', async () => {
    const { first, second } = pair;
    first.script({ kind: 'hang' });
    const answer = pair.nodeOver(first, second).read(nonce);
    await first.received(1);
    pair.clock.advance(10_000);
    await expect(answer).resolves.toBe('0x7');
  });

  it('works with an endpoint that refuses batches', async () => {
    const { first: server } = pair;
    server.script(html(400));
    const node = pair.nodeOver(server);
    await expect(node.read(nonce)).resolves.toBe('0x7');
    await expect(node.batch([nonce, block])).resolves.toHaveLength(2);
    expect(server.seen.map(({ batch }) => batch)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('shows no key of the endpoint that its node repeats', async () => {
    const secret = 'canary0123456789';
    pair.set('first', 'starknet_getNonce', {
      error: { code: 40, message: `key ${secret}`, data: secret },
    });
    const node = createStarknetNode({
      http: createHttp({ fetch, ...pair.clock }),
      endpoints: [{ url: `${pair.first.url}/v3/${secret}` }],
      chainId: chainIds.sepolia,
    });
    const { message, data } = await catchError(node.read(nonce));
    expect(JSON.stringify([message, data])).not.toContain(secret);
  });
});
