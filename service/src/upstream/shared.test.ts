import { afterEach, expect, it } from '@jest/globals';
import { createBlock, routingNode } from '../../test/routingNode';
import { startRedis } from '../../test/startRedis';
import { type Disposal, dispose, rpc, temporaryFolder, testService } from '../../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

/** Two instances over one store, each with a node of its own. */
const twoInstances = async (heads: readonly [number, number]) => {
  const store = await startRedis(undo);
  const [one, two] = [
    await routingNode(undo, { head: heads[0] }),
    await routingNode(undo, { head: heads[1] }),
  ];
  const services = await Promise.all(
    [one, two].map(async ({ url }) =>
      testService(undo, { eth: [url], store, data: await temporaryFolder(undo) }),
    ),
  );
  const key = (await services[0]?.createKey({ plan: 'custom' }))?.apiKey.key ?? '';
  const ask = async (index: 0 | 1, method: string, params: unknown[] = []) => {
    const { body } = await rpc(services[index]?.url ?? '', key, method, params);
    return (body as { result?: unknown }).result;
  };
  return { one, two, ask };
};

it('answers a final block from what another instance has learnt', async () => {
  const { one, two, ask } = await twoInstances([1_000, 1_000]);
  const block = () => ask(0, 'eth_getBlockByNumber', ['0x10', false]);
  // The first answers tell that there is a final block to ask for.
  for (let turn = 0; turn < 50 && one.asked.length < 60; turn += 1) await block();
  const before = two.asked.length;
  expect(await ask(1, 'eth_getBlockByNumber', ['0x10', false])).toEqual({
    ...createBlock(16),
    totalDifficulty: '0xc70d815d562d3cfa955',
  });
  expect(two.asked.length).toBe(before);
});

it('moves only forward for a caller, also by another instance’s newer block', async () => {
  const { ask, two } = await twoInstances([1_002, 1_000]);
  expect(await ask(0, 'eth_blockNumber')).toBe('0x3ea');
  expect(await ask(1, 'eth_blockNumber')).toBe('0x3ea');
  expect(await ask(1, 'eth_getBlockByNumber', ['latest', false])).toBeUndefined();
  two.head = 1_004;
  expect(await ask(1, 'eth_getBlockByNumber', ['latest', false])).toMatchObject({
    number: '0x3ec',
  });
});
