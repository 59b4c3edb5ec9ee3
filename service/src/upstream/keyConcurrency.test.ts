import { afterEach, describe, expect, it } from '@jest/globals';
import { type CleanUp, cleanUp, fakeNode, rpc, testService } from '../../test/testService';

const undo: CleanUp = [];
afterEach(() => cleanUp(undo));

/** A service whose node holds `eth_call` until released, and counts concurrent calls. */
async function slow(limits: object) {
  const held: (() => void)[] = [];
  const seen = { most: 0 };
  const node = await fakeNode(undo, ({ method }) => {
    if (method !== 'eth_call') return 'fine';
    return new Promise((resolve) => {
      held.push(() => resolve('slow'));
      seen.most = Math.max(seen.most, held.length);
    });
  });
  const service = await testService(undo, { eth: [node], limits });
  const keyOf = async () => (await service.createKey({ plan: 'custom' })).apiKey.key;
  const letGo = () => {
    for (const answer of held.splice(0)) answer();
  };
  const until = async (count: number) => {
    while (held.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { service, keyOf, seen, letGo, until };
}

describe('the slow calls of one key', () => {
  it('leave connections to the nodes for the others', async () => {
    const { service, keyOf, seen, letGo, until } = await slow({ callsPerKey: 4 });
    const [one, other] = [await keyOf(), await keyOf()];
    const calls = Array.from({ length: 70 }, () => rpc(service.url, one, 'eth_call', []));
    await until(4);
    expect((await rpc(service.url, other, 'eth_gasPrice', [])).status).toBe(200);
    expect(seen.most).toBe(4);
    const all = Promise.all(calls);
    let isOver = false;
    void all.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      letGo();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect((await all).map(({ status }) => status)).toEqual(Array(70).fill(200));
    expect(seen.most).toBe(4);
  });

  it('get no turn that comes too late', async () => {
    const { service, keyOf } = await slow({ callsPerKey: 1, upstreamMs: 200 });
    const key = await keyOf();
    const calls = Array.from({ length: 6 }, () => rpc(service.url, key, 'eth_call', []));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses).toEqual(Array(6).fill(504));
  });
});
