import { afterAll, expect, it } from '@jest/globals';
import { fuzz } from '../../fuzz/fuzz';
import { basic, type Disposal, dispose, fakeNode, get, testService } from '../../test/testService';

const undo: Disposal = [];
afterAll(() => dispose(undo));

// With 24,000 requests, and memory and open files checked: `npm run fuzz -w service`.
it('answers every request or ends it, as the document says, and is as it was', async () => {
  const eth = [await fakeNode(undo)];
  const limits = { headerMs: 500, bodyMs: 500, idleMs: 1_000 };
  const service = await testService(undo, { eth, limits });
  const { apiKey, secret } = await service.createKey({ plan: 'custom' });
  const secrets = { key: apiKey.key, authorization: basic(apiKey.key, secret ?? '') };
  const { asked, unanswered, undeclared } = await fuzz({
    url: service.url,
    secrets,
    requests: 300,
    sockets: 60,
    seed: 20_261_122,
  });
  expect({ asked, unanswered, undeclared }).toEqual({ asked: 360, unanswered: [], undeclared: [] });
  const openSockets = async () =>
    Number(
      /^xnet_web_sockets (\d+)/m.exec(
        String((await get(`${service.operationsUrl}/metrics`)).body),
      )?.[1],
    );
  while ((await openSockets()) > 0);
  expect(await openSockets()).toBe(0);
}, 120_000);
