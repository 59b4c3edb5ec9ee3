import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { startRedis } from '../../test/startRedis';
import { selfSigned } from '../../test/testCertificate';
import { type Disposal, dispose, temporaryFolder } from '../../test/testService';
import { makeKey } from '../meter/apiKey';
import { openDatabase } from './database';
import { openStore } from './openStore';
import type { Expense, Store } from './store';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const nowMs = Date.UTC(2026, 0, 1, 12);
const day = Math.floor(nowMs / 86_400_000);
let lastId = 0;
const expense = (more: Partial<Expense> = {}): Expense => {
  lastId += 1;
  const limits = { perDay: 1_000, perSecond: 1_000_000, ownPerDay: undefined };
  const given = { id: `e${lastId}`, key: 'k', cost: 80, nowMs, ...limits, ownPerSecond: undefined };
  const day = Math.floor((more.nowMs ?? nowMs) / 86_400_000);
  return { ...given, day, ...more };
};

const kinds = {
  lmdb: async () => ({ data: await temporaryFolder(undo) }),
  redis: async () => ({ data: await temporaryFolder(undo), store: await startRedis(undo) }),
};

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('the %s store', (kind) => {
  const openTwo = async (): Promise<{ one: Store; again: () => Promise<Store> }> => {
    const options = await kinds[kind]();
    const again = async () => {
      const store = await openStore(options);
      undo.push(store.close);
      return store;
    };
    return { one: await again(), again };
  };

  it('grants exactly what the day holds, however many ask at once', async () => {
    const { one } = await openTwo();
    const spent = await Promise.all(Array.from({ length: 50 }, () => one.spend(expense())));
    expect(spent.filter(({ granted }) => granted)).toHaveLength(12);
    expect(spent.find(({ granted }) => !granted)).toMatchObject({ limit: 'day', used: 960 });
    expect(await one.used('k', day)).toBe(960);
    // The remaining credits cover a smaller cost; then nothing is left.
    expect(await one.spend(expense({ cost: 40 }))).toEqual({ granted: true, used: 1_000 });
    expect(await one.spend(expense({ cost: 1 }))).toMatchObject({ granted: false, used: 1_000 });
  });

  it('keeps days and keys apart', async () => {
    const { one } = await openTwo();
    await one.spend(expense({ cost: 1_000 }));
    expect(await one.spend(expense({ key: 'l' }))).toMatchObject({ granted: true, used: 80 });
    const tomorrow = expense({ nowMs: nowMs + 43_200_000 });
    expect(await one.spend(tomorrow)).toEqual({ granted: true, used: 80 });
    expect(await one.used('l', day)).toBe(80);
  });

  it('forgets nothing of a day to which the clock goes back', async () => {
    const { one } = await openTwo();
    for (const days of [0, 200, 0]) {
      await one.spend(expense({ perSecond: 200, nowMs: nowMs + days * 86_400_000 }));
    }
    expect(await one.used('k', day)).toBeGreaterThanOrEqual(160);
  });

  // @promise P27.2
  it('counts calls that come late over midnight to their own day, and loses none of the next', async () => {
    const { one } = await openTwo();
    const midnight = (day + 1) * 86_400_000;
    const all: Expense[] = [];
    for (const ms of [-1, 1, -1, 1, -1, 1]) {
      const own = { perSecond: 1_000_000, perDay: 1e9, ownPerDay: 1_000 };
      const each = expense({ ...own, nowMs: midnight + ms });
      all.push(each);
      expect(await one.spend(each)).toMatchObject({ granted: true });
    }
    for (const each of all.slice(0, 2)) {
      expect(await one.settle({ ...each, keep: 0 })).toBe(160);
    }
    expect([await one.used('k', day), await one.used('k', day + 1)]).toEqual([160, 160]);
  });

  // @promise P27.2
  it('leaves a key most of its own day when a process is killed', async () => {
    const { again } = await openTwo();
    const own = { ...expense(), perDay: 1e12, perSecond: 1e9, ownPerDay: 10_000 };
    // None of them returns what it has reserved.
    for (const store of [await again(), await again(), await again()]) {
      expect(await store.spend(own)).toMatchObject({ granted: true });
    }
    expect(await (await again()).used('k', day)).toBeLessThan(1_000);
  });

  // @promise P27.2
  it('leaves a key that gets a day of its own only then most of it', async () => {
    const { again } = await openTwo();
    const custom = { ...expense(), perDay: 1e12, perSecond: 1e9 };
    // It returns nothing of what it has reserved.
    expect(await (await again()).spend(custom)).toMatchObject({ granted: true });
    const limited = { ...custom, ownPerDay: 2_000_000 };
    expect(await (await again()).spend(limited)).toMatchObject({ granted: true });
  });

  it('gives back of an expense what is not kept, and nothing of one that is unknown', async () => {
    const { one } = await openTwo();
    const large = expense({ cost: 500 });
    await one.spend(large);
    expect(await one.settle({ ...large, keep: 400 })).toBe(400);
    expect(await one.settle({ ...expense({ nowMs: nowMs - 86_400_000 }), keep: 0 })).toBeFalsy();
    expect(await one.used('k', day)).toBe(400);
  });

  // @promise P27.2
  it('grants nothing twice while the clock visits many other days', async () => {
    const { one } = await openTwo();
    let granted = 0;
    for (const days of [0, 200, 400, 600, 800, 0, 1, 2, 3, 4, 0, 900, 0]) {
      const at = nowMs + days * 86_400_000;
      const both = [1, 2].map(() => one.spend(expense({ cost: 300, nowMs: at })));
      const told = await Promise.all(both);
      if (days === 0) granted += told.filter((spent) => spent.granted).length * 300;
    }
    expect(granted).toBe(900);
    expect(await one.used('k', day)).toBe(900);
  });

  it('fills the bucket of a second in proportion, and lets a dear call empty it', async () => {
    const { one } = await openTwo();
    const at = (ms: number, cost: number) =>
      one.spend(expense({ nowMs: nowMs + ms, cost, perSecond: 500, perDay: 1_000_000 }));
    expect(await at(0, 1_000)).toMatchObject({ granted: true });
    expect(await at(0, 80)).toMatchObject({ granted: false, limit: 'second', waitMs: 1_160 });
    expect(await at(1_159, 80)).toMatchObject({ granted: false, waitMs: 1 });
    expect(await at(1_160, 80)).toMatchObject({ granted: true });
    expect(await at(1_160, 1)).toMatchObject({ granted: false });
    // A clock that is set back adds nothing.
    expect(await at(0, 1)).toMatchObject({ granted: false });
    expect(await at(60_000, 1_000)).toMatchObject({ granted: true });
  });

  it('applies the own limits of a key beside those of its plan', async () => {
    const { one } = await openTwo();
    const own = { ownPerDay: 200, ownPerSecond: 100 };
    expect(await one.spend(expense(own))).toMatchObject({ granted: true });
    expect(await one.spend(expense(own))).toMatchObject({ limit: 'ownSecond', waitMs: 600 });
    const later = { ...own, nowMs: nowMs + 2_000 };
    expect(await one.spend(expense(later))).toMatchObject({ granted: true, used: 160 });
    const last = { ...own, nowMs: nowMs + 4_000 };
    expect(await one.spend(expense(last))).toMatchObject({ limit: 'ownDay', used: 160 });
  });

  it('shares one balance between all that open it', async () => {
    const { one, again } = await openTwo();
    const two = await again();
    const all = Array.from({ length: 60 }, (_, index) =>
      (index % 2 === 0 ? one : two).spend(expense({ perDay: 2_000, perSecond: 1_000 })),
    );
    const granted = (await Promise.all(all)).filter((spent) => spent.granted).length * 80;
    expect(granted).toBeLessThanOrEqual(2_000);
    expect(granted).toBeGreaterThan(0);
    await one.close();
    undo.splice(undo.indexOf(one.close), 1);
    await two.close();
    undo.splice(undo.indexOf(two.close), 1);
    expect(await (await again()).used('k', day)).toBe(granted);
  });

  it('keeps keys and pins', async () => {
    const { one, again } = await openTwo();
    const { apiKey } = await makeKey({ name: 'Zoë', plan: 'team', ownPerDay: 7 }, nowMs);
    await one.putKey(apiKey);
    await one.pin(apiKey.key, 'a');
    await one.pin(apiKey.key, 'b');
    const two = await again();
    expect(await two.findKey(apiKey.key)).toEqual(apiKey);
    expect(await two.findKey('none')).toBeUndefined();
    expect(await two.listKeys()).toEqual([apiKey.key]);
    expect((await two.pins(apiKey.key)).sort()).toEqual(['a', 'b']);
    expect(await two.unpin(apiKey.key, 'a')).toBe(true);
    expect(await two.unpin(apiKey.key, 'a')).toBe(false);
    expect(await two.pin(apiKey.key, 'c', { atMost: 1 })).toBe(false);
    expect(await two.pin(apiKey.key, 'b', { atMost: 1 })).toBe(true);
    expect(await two.pin(apiKey.key, 'c', { atMost: 2 })).toBe(true);
    expect(await two.pin(apiKey.key, 'd', { atMost: 2 })).toBe(false);
    expect((await two.pins(apiKey.key)).sort()).toEqual(['b', 'c']);
    expect([await two.hasPin(apiKey.key, 'b'), await two.hasPin(apiKey.key, 'a')]).toEqual([
      true,
      false,
    ]);
    await two.putKey({ ...apiKey, revoked: true });
    expect((await one.findKey(apiKey.key))?.revoked).toBe(true);
  });

  it('sums the sizes of a key’s pins, also over two instances, and knows what any key has pinned', async () => {
    const { one, again } = await openTwo();
    const size = { bytes: 5_000, blocks: 2 };
    for (const cid of ['a', 'b', 'a']) await one.pin('k', cid, { size });
    await one.pin('other', 'a', { size });
    const two = await again();
    await two.pin('k', 'c', { size: { bytes: 1, blocks: 1 } });
    expect(await one.pinSum('k')).toEqual({ pins: 3, bytes: 10_001, blocks: 5 });
    await one.unpin('k', 'a');
    await one.unpin('k', 'a');
    expect(await two.pinSum('k')).toEqual({ pins: 2, bytes: 5_001, blocks: 3 });
    expect(await two.pinSum('none')).toEqual({ pins: 0, bytes: 0, blocks: 0 });
    expect([await two.isPinned('a'), await two.isPinned('d')]).toEqual([true, false]);
    await two.unpin('other', 'a');
    expect(await one.isPinned('a')).toBe(false);
  });

  it('keeps of pins that come at once those that fit', async () => {
    const { one } = await openTwo();
    const cids = Array.from({ length: 20 }, (_, index) => `cid ${index % 10}`);
    const kept = await Promise.all(cids.map((cid) => one.pin('k', cid, { atMost: 5 })));
    expect((await one.pins('k')).sort()).toEqual(cids.slice(0, 5));
    expect(kept).toEqual(cids.map((cid) => cids.indexOf(cid) < 5));
  });
});

describe('openStore on a server that cannot be used', () => {
  const told = (store: string) =>
    openStore({ data: '', store }).then(
      () => 'opened',
      (error: Error) => error.message,
    );
  const because = (reason: string) =>
    `The Valkey or Redis server of --store cannot be used: ${reason}.`;

  it('names the reason, without the URL, for an untrusted certificate and a server that is gone', async () => {
    const server = createServer(selfSigned('localhost'));
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    undo.push(async () => server.close());
    const { port } = server.address() as AddressInfo; // a TCP server that listens has one
    expect(await told(`rediss://:hidden@localhost:${port}`)).toBe(
      because('DEPTH_ZERO_SELF_SIGNED_CERT'),
    );
    await new Promise((resolve) => server.close(resolve));
    expect(await told(`redis://:hidden@127.0.0.1:${port}`)).toBe(because('ECONNREFUSED'));
  });

  it('names the reason, without the URL, for a missing password', async () => {
    const url = await startRedis(undo);
    const owner = new Redis({ path: new URL(url).pathname });
    await owner.config('SET', 'requirepass', 'hidden');
    owner.disconnect();
    expect(await told(url)).toBe(because('NOAUTH'));
  });
});

it('lets go of a server that has gone', async () => {
  const gone: Disposal = [];
  const store = await openStore({ data: '', store: await startRedis(gone) });
  await dispose(gone);
  await expect(store.check()).rejects.toThrow();
  await expect(store.close()).resolves.toBeUndefined();
});

it('grants nothing any more on a day whose balance it has forgotten', async () => {
  const store = await openStore({ data: await temporaryFolder(undo) });
  undo.push(store.close);
  const on = (days: number) => store.spend(expense({ nowMs: nowMs + days * 86_400_000 }));
  for (let days = 0; days < 402; days += 1) expect(await on(days)).toMatchObject({ granted: true });
  expect(await store.used('k', day)).toBe(0);
  expect(await on(0)).toMatchObject({ granted: false, limit: 'day' });
  expect(await on(100)).toEqual({ granted: true, used: 160 });
});

it('knows by whom content was pinned before there was an index of that', async () => {
  const data = await temporaryFolder(undo);
  const root = openDatabase(data, 'store.lmdb');
  await root.openDB<true, [string, string]>({ name: 'pins' }).put(['k', 'a'], true);
  await root.openDB<number, string>({ name: 'meta' }).put('schema', 1);
  await root.close();
  const local = await openStore({ data });
  undo.push(local.close);

  const store = await startRedis(undo);
  const owner = new Redis({ path: new URL(store).pathname });
  await owner.sadd('xnet:{k}:pins', 'a');
  await owner.hset('xnet:keys', 'k', '{}');
  owner.disconnect();
  const shared = await openStore({ data, store });
  undo.push(shared.close);
  for (const each of [local, shared]) {
    expect([await each.isPinned('a'), await each.isPinned('b')]).toEqual([true, false]);
    expect(await each.unpin('k', 'a')).toBe(true);
    expect(await each.isPinned('a')).toBe(false);
    expect(await each.pinSum('k')).toEqual({ pins: 0, bytes: 0, blocks: 0 });
  }
});

it('refuses a store that a later version has written', async () => {
  const data = await temporaryFolder(undo);
  await (await openStore({ data })).close();
  const root = openDatabase(data, 'store.lmdb');
  await root.openDB<number, string>({ name: 'meta' }).put('schema', 3);
  await root.close();
  await expect(openStore({ data })).rejects.toThrow('schema 3');

  const store = await startRedis(undo);
  const owner = new Redis({ path: new URL(store).pathname });
  await owner.set('xnet:schema', 2);
  owner.disconnect();
  await expect(openStore({ data, store })).rejects.toThrow('cannot be used: SCHEMA');
});
