import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  basic,
  type Disposal,
  dispose,
  fakeNode,
  get,
  post,
  rpc,
  temporaryFolder,
  testService,
} from '../test/testService';
import { keysCommand } from './keysCommand';
import { makeKey } from './meter/apiKey';
import { defaultPlans } from './meter/plans';
import { openDatabase } from './stores/database';
import { openStore } from './stores/openStore';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const run = async (data: string, ...args: string[]): Promise<Record<string, unknown>> => {
  const lines: string[] = [];
  await keysCommand([...args, '--data', data], (line) => lines.push(line));
  return JSON.parse(lines.join('')) as Record<string, unknown>;
};

describe('keys', () => {
  // @promise T36.2
  it('creates, limits, lists and revokes keys beside a service that runs', async () => {
    const data = await temporaryFolder(undo);
    const service = await testService(undo, { data, eth: [await fakeNode(undo)] });
    const made = await run(data, 'create', '--name', 'Ada', '--plan', 'team');
    const key = String(made.key);
    expect(made).toMatchObject({ name: 'Ada', plan: 'team', hasSecret: true });
    expect(made).not.toHaveProperty('secretHash');
    expect((await rpc(service.url, key, 'eth_call')).status).toBe(200);
    const authorization = basic(key, String(made.secret));
    expect((await get(`${service.url}/networks/1/nothing`, { authorization })).status).toBe(404);

    expect(await run(data, 'limit', key, '--per-day', '100')).toMatchObject({ ownPerDay: 100 });
    expect((await rpc(service.url, key, 'eth_call')).status).toBe(429);
    const listed = await run(data, 'list');
    expect(listed).toMatchObject([{ key, name: 'Ada', ownPerDay: 100, hasSecret: true }]);
    expect(JSON.stringify(listed)).not.toContain('sha256');
    expect(await run(data, 'limit', key)).not.toHaveProperty('ownPerDay');
    expect((await rpc(service.url, key, 'eth_call')).status).toBe(200);

    // Credits that a running service has reserved for the key do not count as used.
    let spent = await run(data, 'list');
    while ((Object.values(spent) as { usedToday: number }[])[0]?.usedToday !== 160) {
      // The service reports usage on a timer, which never runs if the loop only reads.
      await new Promise((resolve) => setTimeout(resolve, 0));
      spent = await run(data, 'list');
    }
    expect(spent).toMatchObject([{ usedToday: 160, reservedToday: 40_000 - 160 }]);
    expect(await run(data, 'revoke', key)).toMatchObject({ key, revoked: true });
    const refused = await rpc(service.url, key, 'eth_call');
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 403 } } });
  });

  it('changes the plan, the secret and the end of a key beside a service that runs', async () => {
    const data = await temporaryFolder(undo);
    let now = Date.now();
    const eth = [await fakeNode(undo)];
    const service = await testService(undo, { data, eth, clock: () => now });
    const made = await run(data, 'create', '--need-secret', '--plan', 'free');
    const key = String(made.key);
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_call' };
    const statusOf = async (secret: unknown) =>
      (await post(`${service.url}/v3/${key}`, call, { authorization: basic(key, String(secret)) }))
        .status;
    expect(await run(data, 'plan', key, '--plan', 'team')).toMatchObject({ plan: 'team' });
    const balance = await get(`${service.url}/v3/${key}/credits`, {
      authorization: basic(key, String(made.secret)),
    });
    expect(balance.body).toMatchObject({ plan: 'team', creditsPerDay: 75_000_000 });

    const rotated = await run(data, 'rotate', key, '--overlap', '2');
    expect(JSON.stringify(rotated)).not.toContain('sha256');
    expect([await statusOf(made.secret), await statusOf(rotated.secret)]).toEqual([200, 200]);
    now += 2 * 3_600_000 + 1_000;
    expect([await statusOf(made.secret), await statusOf(rotated.secret)]).toEqual([401, 200]);

    const tomorrow = new Date(now + 86_400_000).toISOString();
    await run(data, 'expire', key, '--expires', tomorrow);
    expect(await statusOf(rotated.secret)).toBe(200);
    now += 86_400_000;
    expect(await statusOf(rotated.secret)).toBe(403);
    await run(data, 'expire', key, '--expires', 'never');
    expect(await statusOf(rotated.secret)).toBe(200);
  });

  it('keeps of a secret its hash alone', async () => {
    const data = await temporaryFolder(undo);
    const made = await run(data, 'create');
    const store = await openStore({ data });
    const kept = await store.findKey(String(made.key));
    await store.close();
    expect(kept?.secretHash).toMatch(/^sha256\$[\w-]{22}\$[\w-]{43}$/);
    expect(JSON.stringify(kept)).not.toContain(String(made.secret));
  });

  it.each([
    ['begins wrongly', [0xc1, 0x00]],
    ['breaks off', [0x83, 0xa3, 0x6b]],
    ['is none of a key', [0x05]],
  ])('lists all others beside one whose record %s', async (_how, bytes) => {
    const data = await temporaryFolder(undo);
    const [before, after] = ['0'.repeat(32), 'f'.repeat(32)];
    const { key } = await run(data, 'create', '--name', 'Ada');
    const root = openDatabase(data, 'store.lmdb');
    const records = root.openDB<Buffer, string>({ name: 'keys', encoding: 'binary' });
    for (const damaged of [before, after]) await records.put(damaged, Buffer.from(bytes));
    await root.close();
    expect(await run(data, 'list')).toMatchObject([
      { key: before, unreadable: true, usedToday: 0 },
      { key, name: 'Ada', usedToday: 0 },
      { key: after, unreadable: true, usedToday: 0 },
    ]);
    await expect(run(data, 'revoke', before)).rejects.toThrow();
  });

  it('lists them all, however many', async () => {
    const data = await temporaryFolder(undo);
    const store = await openStore({ data });
    const keys = Array.from({ length: 2_001 }, () => makeKey({}, 0).apiKey);
    await Promise.all(keys.map(store.putKey));
    await store.close();
    const listed: unknown = await run(data, 'list');
    expect((listed as { key: string }[]).map(({ key }) => key)).toEqual(
      keys.map(({ key }) => key).sort(),
    );
  });

  it.each(['', 'help', '--help', 'create --help', 'list -h'])(
    'prints its use, and does nothing else, on "%s"',
    async (words) => {
      const data = join(await temporaryFolder(undo), 'none');
      const args = words === '' ? [] : words.split(' ');
      const lines: string[] = [];
      await keysCommand([...args, '--data', data], (line) => lines.push(line));
      expect(lines).toEqual([expect.stringMatching(/^Usage: .* keys <command>/u)]);
      expect(existsSync(data)).toBe(false);
    },
  );

  it('names every plan in its use', async () => {
    const lines: string[] = [];
    await keysCommand(['help'], (line) => lines.push(line));
    expect(lines.join('')).toContain(
      `--plan <plan>        ${Object.keys(defaultPlans).join(', ')};`,
    );
  });

  it('names what it does not understand', async () => {
    const data = await temporaryFolder(undo);
    await expect(run(data, 'create', '--plan', 'gold')).rejects.toThrow('--plan: "gold"');
    await expect(run(data, 'create', '--per-day', '-1')).rejects.toThrow();
    await expect(run(data, 'create', '--per-day', 'x')).rejects.toThrow('--per-day: "x"');
    await expect(run(data, 'create', '--no-secret', '--need-secret')).rejects.toThrow(
      '--no-secret',
    );
    await expect(run(data, 'create', '--expires', '2001-01-01')).rejects.toThrow('--expires');
    await expect(run(data, 'revoke', 'x')).rejects.toThrow('There is no such key.');
    await expect(run(data, 'destroy')).rejects.toThrow('Usage');
  });
});
