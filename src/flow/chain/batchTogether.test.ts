import { describe, expect, it } from '@jest/globals';
import { transportError } from '@xnet/clients/transport/failure';
import type { RemoteCall } from '../../remote/method';
import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import { starknet_getNonce } from '../../remote/starknet/starknet_getNonce';
import { batchTogether } from './batchTogether';

const nonceOf = (address: string) =>
  starknet_getNonce({ block_id: 'latest', contract_address: address });
const addressOf = ({ params }: RemoteCall) => String(params.contract_address);

/** A node that answers each call with its address, and notes the addresses of each request. */
function recorder(refuse: (addresses: readonly string[]) => Error | undefined = () => undefined) {
  const requests: string[][] = [];
  const batch = async (calls: readonly RemoteCall[]) => {
    const addresses = calls.map(addressOf);
    requests.push(addresses);
    const error = refuse(addresses);
    return addresses.map((value) => (error ? { ok: false, error } : { ok: true, value }));
  };
  const node = { chainId: '0x1', batch, source: () => 'host' } as unknown as StarknetNode; // `batch` is all that is used
  return { node, requests };
}
const valuesOf = (outcomes: readonly Outcome<string>[]) =>
  outcomes.map((outcome) => (outcome.ok ? outcome.value : outcome.error.message));

/** Asks for each of the lists, one after the other. */
const asking =
  (...stages: string[][]) =>
  async (node: StarknetNode) => {
    const told: string[][] = [];
    for (const stage of stages) told.push(valuesOf(await node.batch(stage.map(nonceOf))));
    return told;
  };

describe('tasks over one node', () => {
  it('shares one request at each stage and gives each task the answers to its own calls', async () => {
    const { node, requests } = recorder();
    const told = await batchTogether(node, [
      asking(['0x1', '0x2'], ['0x3']),
      asking(['0x4']),
      asking(['0x5'], ['0x6'], ['0x7']),
    ]);
    expect(told).toEqual([[['0x1', '0x2'], ['0x3']], [['0x4']], [['0x5'], ['0x6'], ['0x7']]]);
    expect(requests).toEqual([['0x1', '0x2', '0x4', '0x5'], ['0x3', '0x6'], ['0x7']]);
  });

  it('sends no request for tasks that ask nothing', async () => {
    const { node, requests } = recorder();
    expect(await batchTogether(node, [asking([]), async () => 'done'])).toEqual([[[]], 'done']);
    expect(requests).toEqual([]);
  });

  it('fails at once with a task that fails, and still finishes the others', async () => {
    const { node, requests } = recorder();
    const failing = async () => {
      throw new Error('No.');
    };
    const rest = asking(['0x1']);
    const seen: unknown[] = [];
    const watched = async (shared: StarknetNode) => seen.push(await rest(shared));
    await expect(batchTogether(node, [failing, watched])).rejects.toThrow('No.');
    expect(requests).toEqual([['0x1']]);
  });

  it.each(['tooLarge', 'garbled', 'timeout', 'serverError'] as const)(
    'asks for each task alone when the request for all fails with %s',
    async (fault) => {
      const { node, requests } = recorder((addresses) =>
        addresses.length > 1 ? transportError({ fault }, 'Too much.') : undefined,
      );
      const told = await batchTogether(node, [asking(['0x1']), asking(['0x2'])]);
      expect(told).toEqual([[['0x1']], [['0x2']]]);
      expect(requests).toEqual([['0x1', '0x2'], ['0x1'], ['0x2']]);
    },
  );

  it('asks for each task inside a task alone, too, and all at the same time', async () => {
    const { node, requests } = recorder((addresses) =>
      addresses.includes('0x3') ? transportError({ fault: 'tooLarge' }, 'Too much.') : undefined,
    );
    const inner = (shared: StarknetNode) =>
      batchTogether(shared, [asking(['0x1'], ['0x2']), asking(['0x3']), asking([])]);
    const answers = await batchTogether(node, [inner, asking(['0x4'], ['0x5'])]);
    const refusal = expect.stringContaining('Too much.');
    expect(answers).toEqual([
      [[['0x1'], ['0x2']], [[refusal]], [[]]],
      [['0x4'], ['0x5']],
    ]);
    expect(requests).toEqual([['0x1', '0x3', '0x4'], ['0x1'], ['0x3'], ['0x4'], ['0x2', '0x5']]);
  });

  it('splits what a node that is down refuses into few requests', async () => {
    const { node, requests } = recorder(() => transportError({ fault: 'serverError' }, 'Down.'));
    const all = Array.from({ length: 500 }, (_, index) => `0x${index}`);
    const answers = await batchTogether(
      node,
      all.map((address) => asking([address])),
    );
    expect(answers).toHaveLength(all.length);
    expect(requests.length).toBeLessThanOrEqual(1 + 32);
    expect(requests.slice(1).flat()).toEqual(all);
  });

  it('waits for a task that goes on after the tasks inside it', async () => {
    const { node, requests } = recorder();
    const stages = async (shared: StarknetNode) => {
      await batchTogether(shared, [asking(['0x1']), asking(['0x2']), asking([])]);
      await batchTogether(shared, []);
      return asking(['0x3'])(shared);
    };
    await batchTogether(node, [stages, asking(['0x4'], ['0x5'])]);
    expect(requests.map((request) => request.sort())).toEqual([
      ['0x1', '0x2', '0x4'],
      ['0x3', '0x5'],
    ]);
  });

  it('shares one request with tasks inside a task', async () => {
    const { node, requests } = recorder();
    await batchTogether(node, [
      (shared) => batchTogether(shared, [asking(['0x1'], ['0x2']), asking(['0x3'])]),
      asking(['0x4'], ['0x5']),
    ]);
    expect(requests.map((request) => request.sort())).toEqual([
      ['0x1', '0x3', '0x4'],
      ['0x2', '0x5'],
    ]);
  });
});
