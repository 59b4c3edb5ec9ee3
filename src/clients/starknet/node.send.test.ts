import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Fault } from '../../../test/faultServer';
import { errorOf, type NodePair, startNodePair } from '../../../test/nodePair';
import { chainIds } from '../../schema/primitives';
import { isAmbiguous } from './nodeErrors';
import { starknet_addInvokeTransaction } from './starknet_addInvokeTransaction';
import { starknet_getNonce } from './starknet_getNonce';

const PROBE = ['starknet_chainId', 'starknet_specVersion'];
const nonce = starknet_getNonce({ block_id: 'latest', contract_address: '0x1' });
const transaction = starknet_addInvokeTransaction({ invoke_transaction: { nonce: '0x0' } });
const ADD = 'starknet_addInvokeTransaction';
const html = (status: number): Fault => ({ kind: 'status', status });

let pair: NodePair;
beforeEach(async () => {
  pair = await startNodePair();
});
afterEach(() => pair.stop());

describe('send', () => {
  it('verifies the endpoint before anything signed leaves', async () => {
    const { first: server } = pair;
    await expect(pair.nodeOver(server).send(transaction)).resolves.toEqual({
      transaction_hash: '0xabc',
      duplicate: false,
    });
    expect(server.seen.map(({ methods }) => methods)).toEqual([PROBE, [ADD]]);
  });

  it('is one request to a verified endpoint', async () => {
    const { first: server } = pair;
    const node = pair.nodeOver(server);
    await node.read(nonce);
    await node.send(transaction);
    expect(server.seen).toHaveLength(2);
  });

  it('sends nothing to a wrong chain', async () => {
    const { first: server } = pair;
    server.always({ kind: 'wrongChain', chainId: chainIds.mainnet });
    const error = await errorOf(pair.nodeOver(server).send(transaction));
    expect(error.kind).toBe('wrongChain');
    expect(isAmbiguous(error)).toBe(false);
    expect(server.calls).not.toContain(ADD);
  });

  it('goes to the next endpoint when the first cannot be reached', async () => {
    const { first, second } = pair;
    await first.stop();
    await expect(pair.nodeOver(first, second).send(transaction)).resolves.toMatchObject({
      duplicate: false,
    });
  });

  it.each<[string, Fault | 'stop']>([
    ['no connection', 'stop'],
    ['a limit', html(429)],
    ['spent credits', html(402)],
    ['a refused key', html(401)],
  ])('is certainly not sent after %s', async (_, fault) => {
    const { first: server } = pair;
    const node = pair.nodeOver(server);
    await node.read(nonce);
    if (fault === 'stop') await server.stop();
    else server.always(fault);
    expect(isAmbiguous(await errorOf(node.send(transaction)))).toBe(false);
  });

  it.each<[string, Fault]>([
    ['a reset', { kind: 'reset', carriesOut: true }],
    ['a truncated answer', { kind: 'truncate' }],
    ['an answer that is not JSON', { kind: 'body', body: 'no' }],
    ['an answer with a wrong id', { kind: 'wrongId' }],
    ['HTTP 500', html(500)],
    ['HTTP 502', html(502)],
    ['HTTP 503', html(503)],
  ])('may have arrived after %s', async (_, fault) => {
    const { first: server } = pair;
    const node = pair.nodeOver(server);
    await node.read(nonce);
    server.always(fault);
    const error = await errorOf(node.send(transaction));
    expect(error).toMatchObject({ kind: 'nodeUnavailable', data: { ambiguous: true } });
    expect(isAmbiguous(error)).toBe(true);
  });

  it('may have arrived after a time limit', async () => {
    const { first: server } = pair;
    const node = pair.nodeOver(server);
    await node.read(nonce);
    server.always({ kind: 'hang' });
    const failed = errorOf(node.send(transaction));
    for (const count of [2, 3, 4]) {
      await server.received(count);
      pair.clock.advance(20_000);
    }
    expect(isAmbiguous(await failed)).toBe(true);
  });

  it('sends the same bytes again, and takes a duplicate for success', async () => {
    const { first: server } = pair;
    const node = pair.nodeOver(server);
    await node.read(nonce);
    server.script({ kind: 'reset', carriesOut: true });
    pair.set('first', ADD, { error: { code: 59, message: 'Duplicate transaction' } });
    await expect(node.send(transaction)).resolves.toEqual({ duplicate: true });
    const sent = server.seen
      .filter(({ methods }) => methods.includes(ADD))
      .map(({ body }) => JSON.parse(body).params);
    expect(sent).toEqual([transaction.params, transaction.params]);
  });

  it('takes a duplicate at the first attempt for success as well', async () => {
    pair.set('first', ADD, { error: { code: 59, message: 'Duplicate transaction' } });
    await expect(pair.nodeOver(pair.first).send(transaction)).resolves.toEqual({ duplicate: true });
  });

  it('is final when the node refuses it', async () => {
    const { first, second } = pair;
    pair.set('first', ADD, { error: { code: 54, message: 'Balance', data: 'Too small.' } });
    const error = await errorOf(pair.nodeOver(first, second).send(transaction));
    expect(error).toMatchObject({ kind: 'insufficientFunds', data: { reason: 'Too small.' } });
    expect(isAmbiguous(error)).toBe(false);
    expect(second.seen).toEqual([]);
  });

  it('stays uncertain when a refusal follows an attempt that may have arrived', async () => {
    const { first, second } = pair;
    const node = pair.nodeOver(first, second);
    await node.read(nonce);
    first.script({ kind: 'reset', carriesOut: true });
    pair.set('second', ADD, {
      error: { code: 52, message: 'Invalid nonce', data: 'Account nonce: 1; got: 0.' },
    });
    const error = await errorOf(node.send(transaction));
    expect(error).toMatchObject({
      kind: 'nodeUnavailable',
      data: { nodeCode: 52, ambiguous: true },
    });
  });

  it('goes to the next endpoint when the first does not take transactions', async () => {
    const { first, second } = pair;
    pair.set('first', ADD, { error: { code: -32601, message: 'Read only' } });
    await expect(pair.nodeOver(first, second).send(transaction)).resolves.toMatchObject({
      transaction_hash: '0xabc',
    });
  });

  it('treats an internal error of the node as uncertain', async () => {
    pair.set('first', ADD, { error: { code: -32603, message: 'Internal error' } });
    expect(isAmbiguous(await errorOf(pair.nodeOver(pair.first).send(transaction)))).toBe(true);
  });
});
