import * as dagCbor from '@ipld/dag-cbor';
import { afterAll, describe, expect, it } from '@jest/globals';
import { basic, type Disposal, dispose, fakeNode, testService } from '../../../test/testService';
import { createCpuThrottle } from './cpuThrottle';

const undo: Disposal = [];
afterAll(() => dispose(undo));

const keepBusy = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

describe('what takes blocks to pieces', () => {
  // @promise P31.1
  it('runs one task of a key at a time, with as long a rest, beside those of other keys', async () => {
    const throttleOf = createCpuThrottle();
    const told: string[] = [];
    const times: number[] = [];
    const work = (key: string, name: string) =>
      throttleOf(key)(async () => {
        told.push(`${name} begins`);
        times.push(performance.now());
        keepBusy(100);
        times.push(performance.now());
        await new Promise(setImmediate);
        told.push(`${name} ends`);
        return name;
      });
    const all = await Promise.all([work('a', 'first'), work('a', 'second'), work('b', 'other')]);
    expect(all).toEqual(['first', 'second', 'other']);
    expect(told.indexOf('other begins')).toBeLessThan(told.indexOf('second begins'));
    expect(told.indexOf('first ends')).toBeLessThan(told.indexOf('second begins'));
    const [, firstEnd = 0, , , secondBegin = 0] = times;
    expect(secondBegin - firstEnd).toBeGreaterThan(100);
  });

  // @promise P31.1
  it('continues after a task that fails, and returns the failure', async () => {
    const throttle = createCpuThrottle()('key');
    const failed = throttle(() => Promise.reject(new Error('none')));
    const next = throttle(async () => 'next');
    await expect(failed).rejects.toThrow('none');
    await expect(next).resolves.toBe('next');
  });

  // @promise P31.1
  it.each([
    ['dag/get?arg=KEY', 200_000],
    ['dag/resolve?arg=KEY/0', 1_500_000],
    ['block/stat?arg=KEY/x', 1_500_000],
    ['pin/add?arg=KEY', 1_500_000],
    ['dag/put?input-codec=dag-cbor', 200_000],
  ])(
    'lets others ask meanwhile: %s',
    async (command, parts) => {
      const service = await testService(undo, { eth: [await fakeNode(undo, () => null)] });
      const newKey = async () => {
        const { apiKey, secret } = await service.createKey({ plan: 'custom' });
        const headers = { authorization: basic(apiKey.key, secret ?? '') };
        return (asked: string, body?: FormData) =>
          fetch(`${service.url}/api/v0/${asked}`, {
            method: 'POST',
            headers,
            ...(body && { body }),
          });
      };
      const [run, other] = [await newKey(), await newKey()];
      const block = new FormData();
      block.append('file', new Blob([dagCbor.encode(new Array(parts).fill(0))]), 'block');
      const stored = await run('block/put?cid-codec=dag-cbor', block);
      const { Key } = (await stored.json()) as { Key: string };
      const isPut = command.startsWith('dag/put');
      let isDone = false;
      const many = Array.from({ length: 10 }, async () =>
        (await run(command.replace('KEY', Key), isPut ? block : undefined)).arrayBuffer(),
      );
      const done = Promise.all(many).finally(() => {
        isDone = true;
      });
      let answered = 0;
      for (; !isDone; answered += 1) await (await other('version')).arrayBuffer();
      await done;
      // Without rests, at most one call would be answered beside each of them.
      expect(answered).toBeGreaterThan(12);
    },
    60_000,
  );
});
