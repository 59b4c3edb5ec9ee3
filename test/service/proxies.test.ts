import { Agent, request as ask } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { makeKey } from '../../service/src/meter/apiKey';
import { completeOptions } from '../../service/src/options';
import { openStore } from '../../service/src/stores/openStore';
import { composedCommand, readComposition } from '../../service/test/composition';
import { freePort, startHaproxy, startNginx } from '../../service/test/proxies';
import { startRedis } from '../../service/test/startRedis';
import { serviceProcess } from '../../service/test/testProcess';
import { type Disposal, dispose, fakeNode, temporaryFolder } from '../../service/test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const callers = 12;
const restarts = 6;
/** More than the interval of the balancer's checks. */
const seenMs = 2_000;

/**
 * Two instances over one Redis, each of which can be restarted on its port: with the commands of the
 * sample composition.
 */
const startInstances = async (more: readonly string[]) => {
  const eth = await fakeNode(undo);
  const [program, ...flags] = readComposition(eth).valkey?.command ?? [];
  expect(program).toBe('valkey-server');
  const store = await startRedis(undo, undefined, flags);
  const { apiKey } = makeKey({ plan: 'custom' }, Date.now());
  const keys = await openStore(completeOptions({ store }));
  await keys.putKey(apiKey);
  await keys.close();
  const start = async (port: number, operations: number) => {
    const data = await temporaryFolder(undo);
    const own = { data, eth, store, port: String(port), operations: `127.0.0.1:${operations}` };
    const process = await serviceProcess(undo, [...composedCommand(own), ...more]);
    if (process.url === undefined) throw new Error(process.told());
    return process;
  };
  const ports = [await freePort(), await freePort()];
  const checked = [await freePort(), await freePort()];
  const running = await Promise.all(ports.map((port, index) => start(port, checked[index] ?? 0)));
  return {
    key: apiKey.key,
    ports,
    checked,
    restart: async (index: number): Promise<void> => {
      running[index]?.child.kill('SIGTERM');
      await running[index]?.ended;
      running[index] = await start(ports[index] ?? 0, checked[index] ?? 0);
    },
  };
};

/** Callers that each send one call after another. @returns what they got, by status, when ended */
const load = (url: string, key: string) => {
  const outcomes: Record<string, number> = {};
  const agent = new Agent({ keepAlive: true });
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_call"}';
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  let isEnded = false;
  const call = (): Promise<string> =>
    new Promise((resolve) => {
      const sent = ask(`${url}/v3/${key}`, { agent, method: 'POST', headers }, (reply) => {
        reply.resume().once('end', () => resolve(String(reply.statusCode)));
      });
      sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
      sent.end(body);
    });
  const caller = async (): Promise<void> => {
    while (!isEnded) {
      const outcome = await call();
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  const all = Array.from({ length: callers }, caller);
  return async (): Promise<Record<string, number>> => {
    isEnded = true;
    await Promise.all(all);
    agent.destroy();
    return outcomes;
  };
};

describe('six restarts of two instances, one after the other', () => {
  // @promise P28.1
  it.each<[string, typeof startHaproxy, string[]]>([
    // It has no checks of its own: there is nobody to wait for.
    ['nginx', startNginx, []],
    // Its check takes an instance out after two seconds.
    ['HAProxy', startHaproxy, ['--drain', '3']],
  ] as const)(
    'loses no call behind %s',
    async (_name, start, args) => {
      const { key, ports, checked, restart } = await startInstances(args);
      const url = await start(undo, ports, checked);
      const end = load(url, key);
      for (let count = 0; count < restarts; count += 1) {
        await restart(count % 2);
        // The balancer must have seen this instance again before the other one goes.
        await setTimeout(seenMs);
      }
      const outcomes = await end();
      expect(Object.keys(outcomes)).toEqual(['200']);
      expect(outcomes['200']).toBeGreaterThan(restarts * callers);
    },
    300_000,
  );
});
