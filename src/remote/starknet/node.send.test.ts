import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { catchError } from '../../../test/catchError';
import type { Fault, RpcAnswer } from '../../../test/chain/faultServer';
import { type NodePair, startNodePair } from '../../../test/chain/nodePair';
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

  it('sends one request to a verified endpoint', async () => {
    const { first: server } = pair;
    const node = pair.nodeOver(server);
    await node.read(nonce);
    await node.send(transaction);
    expect(server.seen).toHaveLength(2);
  });

  it('sends nothing to a wrong chain', async () => {
    const { first: server } = pair;
    server.always({ kind: 'wrongChain', chainId: chainIds.mainnet });
    const error = await catchError(pair.nodeOver(server).send(transaction));
    expect(error.kind).toBe('wrongChain');
    expect(isAmbiguous(error)).toBe(false);
    expect(server.calls).not.toContain(ADD);
  });

  it('tries the next endpoint when the first cannot be reached', async () => {
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
  ])('reports a send as certainly not sent after %s', async (_, fault) => {
    const { first: server } = pair;
    const node = pair.nodeOver(server);
    await node.read(nonce);
    if (fault === 'stop') await server.stop();
    else server.always(fault);
    expect(isAmbiguous(await catchError(node.send(transaction)))).toBe(false);
  });

  it.each<[string, Fault]>([
    ['a reset', { kind: 'reset', carriesOut: true }],
    ['a truncated answer', { kind: 'truncate' }],
    ['an answer that is not JSON', { kind: 'body', body: 'no' }],
    ['an answer with a wrong id', { kind: 'wrongId' }],
    ['HTTP 500', html(500)],
    ['HTTP 502', html(502)],
    ['HTTP 503', html(503)],
  ])('reports that a send may have arrived after %s', async (_, fault) => {
    const { first: server } = pair;
    const node = pair.nodeOver(server);
    await node.read(nonce);
    server.always(fault);
    const error = await catchError(node.send(transaction));
    expect(error).toMatchObject({ kind: 'nodeUnavailable', data: { ambiguous: true } });
    expect(isAmbiguous(error)).toBe(true);
  });

  it('reports that a send may have arrived after a time limit', async () => {
    const { first: server } = pair;
    const node = pair.nodeOver(server);
    await node.read(nonce);
    server.always({ kind: 'hang' });
    const failed = catchError(node.send(transaction));
    for (const count of [2, 3, 4]) {
      await server.received(count);
      pair.clock.advance(20_000);
    }
    const error = await failed;
    expect(isAmbiguous(error)).toBe(true);
    // Twice as long as a read: what was taken too late to be told is in doubt.
    expect(error.cause).toMatchObject({ message: expect.stringContaining('within 20 s.') });
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

  it('counts a duplicate at the first attempt as success', async () => {
    pair.set('first', ADD, { error: { code: 59, message: 'Duplicate transaction' } });
    await expect(pair.nodeOver(pair.first).send(transaction)).resolves.toEqual({ duplicate: true });
  });

  // @promise P9.4
  it('fails with the first endpoint’s reason if every endpoint refuses', async () => {
    const { first, second } = pair;
    pair.set('first', ADD, { error: { code: 54, message: 'Balance', data: 'Too small.' } });
    pair.set('second', ADD, { error: { code: 55, message: 'Validation', data: 'Not valid.' } });
    const error = await catchError(pair.nodeOver(first, second).send(transaction));
    expect(error).toMatchObject({ kind: 'insufficientFunds', data: { reason: 'Too small.' } });
    expect(isAmbiguous(error)).toBe(false);
    expect(second.calls.filter((name) => name === ADD)).toHaveLength(1);
  });

  it.each<[string, RpcAnswer, boolean]>([
    ['takes it', { result: { transaction_hash: '0xabc' } }, false],
    ['has it already', { error: { code: 59, message: 'Duplicate transaction' } }, true],
  ])(
    'succeeds if one endpoint refuses the bytes and the other %s',
    async (_, answer, duplicate) => {
      const { first, second } = pair;
      pair.set('first', ADD, { error: { code: 55, message: 'Validation' } });
      pair.set('second', ADD, answer);
      const sent = pair.nodeOver(first, second).send(transaction);
      await expect(sent).resolves.toMatchObject({ duplicate });
      const [one, other] = [first, second].map(({ seen }) => JSON.parse(seen.at(-1)?.body ?? ''));
      expect(one.params).toEqual(other.params);
    },
  );

  it('fails after one refusal if there is one endpoint', async () => {
    const { first } = pair;
    pair.set('first', ADD, { error: { code: 55, message: 'Validation' } });
    const error = await catchError(pair.nodeOver(first).send(transaction));
    expect(error.kind).toBe('transactionRejected');
    expect(first.calls.filter((name) => name === ADD)).toHaveLength(1);
  });

  it.each<[string, Fault, boolean]>([
    ['is not there', html(429), false],
    ['loses the answer', { kind: 'reset', carriesOut: true }, true],
  ])(
    'reports ambiguity only if the second endpoint %s after it took the bytes',
    async (_, fault, isLost) => {
      const { first, second } = pair;
      const node = pair.nodeOver(first, second);
      pair.set('first', ADD, { error: { code: 55, message: 'Validation' } });
      await pair.nodeOver(second).read(nonce);
      second.script({ kind: 'none' });
      second.always(fault);
      const error = await catchError(node.send(transaction));
      expect(isAmbiguous(error)).toBe(isLost);
    },
  );

  it('stays uncertain when a refusal follows an attempt that may have arrived', async () => {
    const { first, second } = pair;
    const node = pair.nodeOver(first, second);
    await node.read(nonce);
    first.script({ kind: 'reset', carriesOut: true });
    pair.set('second', ADD, {
      error: { code: 52, message: 'Invalid nonce', data: 'Account nonce: 1; got: 0.' },
    });
    const error = await catchError(node.send(transaction));
    expect(error).toMatchObject({
      kind: 'nodeUnavailable',
      data: { nodeCode: 52, ambiguous: true },
    });
  });

  it('tries the next endpoint when the first accepts no transactions', async () => {
    const { first, second } = pair;
    pair.set('first', ADD, { error: { code: -32601, message: 'Read only' } });
    await expect(pair.nodeOver(first, second).send(transaction)).resolves.toMatchObject({
      transaction_hash: '0xabc',
    });
  });

  it('treats an internal error of the node as uncertain', async () => {
    pair.set('first', ADD, { error: { code: -32603, message: 'Internal error' } });
    expect(isAmbiguous(await catchError(pair.nodeOver(pair.first).send(transaction)))).toBe(true);
  });
});
