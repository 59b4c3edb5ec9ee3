import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { catchError } from '../../../test/catchError';
import type { Fault } from '../../../test/chain/faultServer';
import { type NodePair, startNodePair } from '../../../test/chain/nodePair';
import { chainIds } from '../../schema/primitives';
import { starknet_getNonce } from './starknet_getNonce';

const PROBE = ['starknet_chainId', 'starknet_specVersion'];
const nonce = starknet_getNonce({ block_id: 'latest', contract_address: '0x1' });
const html = (status: number): Fault => ({ kind: 'status', status });

let pair: NodePair;
beforeEach(async () => {
  pair = await startNodePair();
});
afterEach(() => pair.stop());

describe('verification', () => {
  // @promise T4.1
  it('reports a wrong chain when no endpoint is left, and returns nothing read there', async () => {
    const { first, second } = pair;
    for (const server of [first, second])
      server.always({ kind: 'wrongChain', chainId: chainIds.mainnet });
    const error = await catchError(pair.nodeOver(first, second).read(nonce));
    expect(error.kind).toBe('wrongChain');
    expect(error.message).toContain(chainIds.mainnet);
    expect([first.seen.length, second.seen.length]).toEqual([1, 1]);
  });

  it.each(['0.9.0', '0.10.2', '0.10.0-rc.1', '0.9.0-rc.2', '0.11.0-rc.0', '0.12.3', '0.100.0'])(
    'accepts version %s',
    async (result) => {
      pair.set('first', 'starknet_specVersion', { result });
      await expect(pair.nodeOver(pair.first).read(nonce)).resolves.toBe('0x7');
    },
  );

  it.each(['0.8.1', '1.9.0', '0.7.0', '1.10.0', '2.0.0'])('refuses version %s', async (result) => {
    pair.set('first', 'starknet_specVersion', { result });
    const error = await catchError(pair.nodeOver(pair.first).read(nonce));
    expect(error.kind).toBe('nodeFault');
    expect(error.message).toContain(`speaks version ${result}`);
  });

  it.each(PROBE)('refuses an endpoint that does not answer %s', async (method) => {
    pair.set('first', method, { error: { code: -32601, message: 'Unknown' } });
    await expect(pair.nodeOver(pair.first).read(nonce)).rejects.toMatchObject({
      kind: 'nodeFault',
    });
  });

  it('compares the chain as a number, whatever its spelling', async () => {
    pair.set('first', 'starknet_chainId', { result: '0x00534E5F5345504F4C4941' });
    await expect(pair.nodeOver(pair.first).read(nonce)).resolves.toBe('0x7');
  });

  // @promise T4.1
  it('repeats the verification after a connection failed', async () => {
    const { first: server } = pair;
    const node = pair.nodeOver(server);
    await node.read(nonce);
    server.script({ kind: 'reset' }, { kind: 'wrongChain', chainId: chainIds.mainnet });
    await expect(node.read(nonce)).rejects.toMatchObject({ kind: 'wrongChain' });
    expect(server.seen.at(-1)?.methods).toEqual([...PROBE, 'starknet_getNonce']);
  });

  it('keeps the verification after an error of the server', async () => {
    const { first: server } = pair;
    const node = pair.nodeOver(server);
    await node.read(nonce);
    server.script(html(503));
    await node.read(nonce);
    expect(server.seen.at(-1)?.methods).toEqual(['starknet_getNonce']);
  });
});
