import { afterEach, expect, it } from '@jest/globals';
import { startRedis } from '../test/startRedis';
import { type Disposal, dispose, fakeNode, get, post, testService } from '../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

it('spends exactly the sum of 10,000 calls at once on two instances', async () => {
  const store = await startRedis(undo);
  const eth = [await fakeNode(undo, () => null)];
  const one = await testService(undo, { eth, store });
  const two = await testService(undo, { eth, store });
  const { key } = (await one.createKey({ plan: 'custom' })).apiKey;
  const call = (index: number) => {
    const { url } = index % 2 === 0 ? one : two;
    return post(`${url}/v3/${key}`, { jsonrpc: '2.0', id: index, method: 'eth_getProof' });
  };
  let next = 0;
  let good = 0;
  const work = async (): Promise<void> => {
    while (next < 10_000) {
      const index = next;
      next += 1;
      const { status, body } = await call(index);
      if (status === 200 && (body as { id: number }).id === index) good += 1;
    }
  };
  await Promise.all(Array.from({ length: 200 }, work));
  expect(good).toBe(10_000);
  for (const { url } of [one, two]) {
    const { body } = await get(`${url}/v3/${key}/credits`);
    expect(body).toMatchObject({ used: 1_500_000 });
  }
}, 120_000);

it('refuses on both instances what the balance does not hold', async () => {
  const store = await startRedis(undo);
  const eth = [await fakeNode(undo)];
  const services = [
    await testService(undo, { eth, store }),
    await testService(undo, { eth, store }),
  ];
  const [one] = services;
  const key = (await one?.createKey({ plan: 'custom', ownPerDay: 10_000 }))?.apiKey.key;
  const calls = Array.from({ length: 200 }, (_, index) =>
    post(`${services[index % 2]?.url}/v3/${key}`, { jsonrpc: '2.0', id: 1, method: 'eth_call' }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(125);
  expect(statuses.filter((status) => status === 429)).toHaveLength(75);
});
