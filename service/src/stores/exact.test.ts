import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { startRedis } from '../../test/startRedis';
import { serviceProcess } from '../../test/testProcess';
import {
  type Disposal,
  dispose,
  fakeNode,
  post,
  rpc,
  temporaryFolder,
  testService,
} from '../../test/testService';
import { makeKey } from '../meter/apiKey';
import { completeOptions } from '../options';
import { getDay } from './day';
import { openStore } from './openStore';

const undo: Disposal = [];
afterEach(() => dispose(undo));

/**
 * This many bytes after a script is next called on a connection, that is cut, or held without an
 * end; and so is the one after it where `isAgain`.
 */
type Fault = { from: 'service' | 'store'; bytes: number; how: 'cut' | 'hold'; isAgain: boolean };

/** A proxy before a server whose connections have one fault after the other. */
const faultyProxy = async (path: string) => {
  let fault: Fault | undefined;
  let isHeld = false;
  let done = 0;
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = dial(path);
    let isStuck = false;
    let isCalled = false;
    let left = 0;
    let current: Fault | undefined;
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', end).on('close', () => {
        open.delete(socket);
        end();
      });
    }
    const pass = (from: Fault['from'], to: Socket) => (chunk: Buffer) => {
      if (isStuck || isHeld) return;
      isCalled ||= from === 'service' && /\beval(sha)?\b/i.test(chunk.toString('latin1'));
      if (fault?.from !== from || !isCalled) return void to.write(chunk);
      if (current !== fault) [current, left] = [fault, fault.bytes];
      left -= chunk.length;
      if (left > 0) return void to.write(chunk);
      const { how, isAgain } = fault;
      const part = chunk.subarray(0, chunk.length + left);
      fault = isAgain ? { ...fault, isAgain: false } : undefined;
      done += 1;
      isStuck = true;
      if (how === 'hold') return void to.write(part);
      to.write(part, () => to.end(end));
    };
    near.on('data', pass('service', far)).on('end', () => isHeld || end());
    far.on('data', pass('store', near));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(async () => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isSet: () => fault !== undefined,
    set: (next: Fault) => {
      fault = next;
    },
    done: () => done,
    holdAll: () => {
      isHeld = true;
    },
  };
};

/** Every byte of a command of each kind and of its reply, and some beyond. */
function* everyFault(): Generator<Fault> {
  for (let bytes = 1; bytes <= 400; bytes += 1) {
    const how = (every: number) => (bytes % every === 0 ? 'hold' : 'cut');
    const isAgain = bytes % 8 === 0;
    yield { from: 'service', bytes, how: how(40), isAgain };
    if (bytes <= 60) yield { from: 'store', bytes, how: how(15), isAgain };
  }
}

// @promise P27.1
it('reports to callers exactly what the store holds, whatever the link does to 2,000 calls', async () => {
  const path = new URL(await startRedis(undo)).pathname;
  const proxy = await faultyProxy(path);
  const eth = [
    await fakeNode(undo, ({ method, id }, response) => {
      if (method !== 'eth_gasPrice') return '0x1';
      response.statusCode = 500;
      return `{"jsonrpc":"2.0","id":${id},"error":"down"}`;
    }),
  ];
  const service = await testService(undo, { eth, store: proxy.url });
  const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
  const call = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: [] });
  /** Whole, refunded whole, and refunded in part. */
  const bodies = [
    call('eth_call'),
    call('eth_getProof'),
    call('eth_gasPrice'),
    call('eth_call'),
    [call('eth_call'), call('eth_gasPrice'), call('eth_getProof')],
  ];
  const faults = everyFault();
  let told = 0;
  let next = 0;
  let isDone = false;
  const statuses = new Map<number, number>();
  const work = async (): Promise<void> => {
    while (next < 2_000 || !isDone) {
      const index = next;
      next += 1;
      if (index % 3 === 0 && !proxy.isSet()) {
        const fault = faults.next();
        isDone = fault.done ?? false;
        if (!fault.done) proxy.set(fault.value);
      }
      const { status, headers } = await post(`${service.url}/v3/${key}`, bodies[index % 5] ?? {});
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      told += Number(headers.get('x-credits-used') ?? 0);
    }
  };
  await Promise.all(Array.from({ length: 12 }, work));
  await service.stop();
  undo.splice(undo.indexOf(service.stop), 1);
  const owner = new Redis({ path });
  undo.push(async () => owner.disconnect());
  expect(await owner.get(`xnet:{${key}}:day:${getDay(Date.now())}`)).toBe(String(told));
  expect(proxy.done()).toBeGreaterThan(450);
  // Most calls were worth the trouble of their link.
  expect(statuses.get(200)).toBeGreaterThan(800);
  expect(statuses.get(500)).toBeGreaterThan(20);
  expect([...statuses.keys()].sort()).toEqual([200, 500, 502]);
}, 240_000);

// @promise P27.1
it('answers within five seconds if the store has stalled, and warns of nothing', async () => {
  const store = await startRedis(undo);
  const proxy = await faultyProxy(new URL(store).pathname);
  const keys = await openStore(completeOptions({ store }));
  const { apiKey } = makeKey({ plan: 'custom' }, Date.now());
  await keys.putKey(apiKey);
  await keys.close();
  const args = ['--eth', await fakeNode(undo), '--store', proxy.url];
  const data = await temporaryFolder(undo);
  const { url = '', told } = await serviceProcess(undo, ['--data', data, ...args]);
  expect(await rpc(url, apiKey.key, 'eth_call')).toMatchObject({ status: 200 });
  proxy.holdAll();
  const begun = Date.now();
  const all = await Promise.all(Array.from({ length: 20 }, () => rpc(url, apiKey.key, 'eth_call')));
  expect(all.map(({ status }) => status)).toEqual(Array(20).fill(500));
  expect(Date.now() - begun).toBeLessThan(5_000);
  // However many calls find the connection dead, it is left once.
  expect(told()).toBe('');
});
