import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../test/wallet/memoryStorage';
import { createActivity } from './activity';
import { createStore, type Storage, unanswered } from './store';

const SITE = 'https://dapp.example';

function open(memory = memoryStorage(), storage: Storage = memory.storage) {
  const clock = { now: 1_000_000 };
  const activity = createActivity(createStore(storage), () => clock.now);
  /** Notes a request, and waits for what is written meanwhile. */
  const note = async (
    method: string,
    end: Parameters<ReturnType<typeof activity.begun>>[0],
    origin = SITE,
  ) => {
    const noteEnd = activity.begun(origin, method);
    await settled();
    noteEnd(end);
    await settled();
  };
  return { memory, activity, note, clock };
}
/** Lets every promise of the storage in memory settle. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
const agreed = { outcome: 'agreed' } as const;
const answered = { outcome: 'answered' } as const;

describe('the activity log', () => {
  // @promise T30.1
  it('lists what each site asked and what came of it, newest first', async () => {
    const { activity, note, clock } = open();
    await note('xnet_executeTxn', agreed);
    clock.now += 5;
    await note('xnet_signMessage', { outcome: 'failed', kind: 'nodeFault' }, 'https://b.example');
    const { entries, pages } = await activity.list(0);
    expect(pages).toBe(1);
    expect(entries).toEqual([
      {
        at: 1_000_005,
        origin: 'https://b.example',
        method: 'xnet_signMessage',
        outcome: 'failed',
        kind: 'nodeFault',
        times: 1,
      },
      { at: 1_000_000, origin: SITE, method: 'xnet_executeTxn', outcome: 'agreed', times: 1 },
    ]);
  });

  it('counts what was answered without asking, and lists what was asked each time', async () => {
    const { activity, note } = open();
    for (let time = 0; time < 3; time += 1) {
      await note('xnet_getValue', answered);
      await note('xnet_executeTxn', agreed);
    }
    await note('xnet_getValue', answered, 'https://b.example');
    const { entries } = await activity.list(0);
    expect(entries.map(({ origin, method, times }) => [origin, method, times])).toEqual([
      ['https://b.example', 'xnet_getValue', 1],
      [SITE, 'xnet_executeTxn', 1],
      [SITE, 'xnet_getValue', 3],
      [SITE, 'xnet_executeTxn', 1],
      [SITE, 'xnet_executeTxn', 1],
    ]);
  });

  // @promise P5.1
  it('keeps what the user agreed to, however often a site fails in how many ways', async () => {
    const { activity, note } = open();
    await note('xnet_executeTxn', agreed);
    const failed = { outcome: 'failed', kind: 'nodeFault' } as const;
    for (let time = 0; time < 260; time += 1) await note('xnet_getValue', failed);
    for (let number = 0; number < 260; number += 1) await note(`m${number}`, failed);
    const { entries, pages } = await activity.list(0);
    expect(pages).toBe(1);
    expect(entries).toHaveLength(9);
    expect(entries.at(-1)).toMatchObject({ method: 'xnet_executeTxn', outcome: 'agreed' });
    await note('m259', failed);
    expect((await activity.list(0)).entries[0]).toMatchObject({ method: 'm259', times: 2 });
  });

  // @promise P5.1
  it('keeps what the user agreed to, however many sites fail together', async () => {
    const { activity, note } = open();
    await note('xnet_executeTxn', agreed);
    const failed = { outcome: 'failed', kind: 'nodeFault' } as const;
    for (let number = 0; number < 500; number += 1)
      await note('xnet_getValue', failed, `https://${number}.example`);
    const { entries, pages } = await activity.list(0);
    expect(pages).toBe(1);
    expect(entries).toHaveLength(13);
    expect(entries.at(-1)).toMatchObject({ method: 'xnet_executeTxn', outcome: 'agreed' });
    expect(entries[0]).toMatchObject({ origin: 'https://499.example' });
    // What goes to a full page is what the user agreed to, and as much of the rest as has a share.
    for (let number = 0; number < 8; number += 1) await note(`m${number}`, agreed);
    expect((await activity.list(1)).entries.at(-1)).toMatchObject({ method: 'xnet_executeTxn' });
  });

  it('writes what is only counted seldom', async () => {
    const { memory, activity, note, clock } = open();
    await activity.list(0);
    const { writes } = await memory.measure(async () => {
      for (let time = 0; time < 50; time += 1) await note('xnet_getValue', answered);
    });
    expect(writes).toBe(1);
    clock.now += 10_000;
    expect((await memory.measure(() => note('xnet_getValue', answered))).writes).toBe(1);
    const { entries } = await open(memory).activity.list(0);
    expect(entries[0]?.times).toBe(51);
  });

  it('keeps the newest two hundred in pages, over a restart, and costs the same however many', async () => {
    const { memory, note } = open();
    const costs: number[] = [];
    for (let number = 0; number < 500; number += 1) {
      const { bytes } = await memory.measure(() => note(`m${1000 + number}`, agreed));
      costs.push(bytes);
    }
    // The count of pages has a digit or two more.
    expect(Math.max(...costs.slice(300))).toBeLessThan(Math.max(...costs.slice(20, 60)) + 3);
    const again = open(memory);
    const { pages } = await again.activity.list(0);
    const seen: string[] = [];
    for (let page = 0; page < pages; page += 1)
      seen.push(...(await again.activity.list(page)).entries.map(({ method }) => method));
    expect(pages).toBe(10);
    expect(seen.length).toBeLessThanOrEqual(200);
    expect(seen).toEqual(Array.from(seen, (_, index) => `m${1499 - index}`));
    expect(seen.length).toBeGreaterThan(180);
    expect((await again.activity.list(10)).entries).toEqual([]);
    await again.note('mnew', agreed);
    expect((await again.activity.list(0)).entries[0]?.method).toBe('mnew');
  });

  it('fails no request and holds up none when the storage fails or never answers', async () => {
    const never = () => new Promise<never>(() => {});
    for (const storage of [
      { get: never, set: never },
      {
        get: () => Promise.reject(new Error('broken')),
        set: () => Promise.reject(new Error('broken')),
      },
    ]) {
      const { activity } = open(memoryStorage(), storage);
      for (let time = 0; time < 3; time += 1)
        expect(() => activity.begun(SITE, 'ping')(answered)).not.toThrow();
      await settled();
    }
  });

  it('keeps what ended before the storage had answered, once it answers another request', async () => {
    const memory = memoryStorage();
    let drop = true;
    const { activity, note } = open(memory, {
      set: memory.storage.set,
      // As in a runtime that ends with its last request: the answer comes to nobody.
      get: (key, secrecy) => (drop ? Promise.reject(unanswered) : memory.storage.get(key, secrecy)),
    });
    activity.begun(SITE, 'xnet_executeTxn')(agreed);
    await settled();
    drop = false;
    await note('xnet_signMessage', agreed);
    const { entries } = await activity.list(0);
    expect(entries.map(({ method }) => method)).toEqual(['xnet_signMessage', 'xnet_executeTxn']);
  });

  // @promise T31.4
  it('leaves the state of a newer module as it is', async () => {
    const memory = memoryStorage();
    const newest = { before: 0, entries: [{ of: 'a newer form' }] };
    await memory.storage.set('version', 7, 'plain');
    await memory.storage.set('activity.newest', newest, 'plain');
    const { note, activity } = open(memory);
    await note('xnet_executeTxn', agreed);
    expect(await memory.storage.get('activity.newest', 'plain')).toEqual(newest);
    await expect(activity.list(0)).rejects.toThrow('newer module');
  });

  // @promise T31.5
  it('leaves nothing in the wallet that it refused', async () => {
    const memory = memoryStorage();
    let isFull = false;
    const { note } = open(memory, {
      get: memory.storage.get,
      async set(...written) {
        await memory.storage.set(...written);
        if (isFull) throw new Error('The state is too large.');
      },
    });
    await note('xnet_executeTxn', agreed);
    const before = new Map(memory.parts.plain);
    isFull = true;
    for (let number = 0; number < 30; number += 1) await note(`m${number}`, agreed);
    expect(Object.fromEntries(memory.parts.plain)).toMatchObject(Object.fromEntries(before));
    isFull = false;
    await note('xnet_signMessage', agreed);
    expect((await open(memory).activity.list(0)).entries[0]?.method).toBe('xnet_signMessage');
  });

  it('keeps no more of an origin than can be shown', async () => {
    const { activity, note } = open();
    await note('ping', agreed, `https://${'a'.repeat(5_000)}.example`);
    expect((await activity.list(0)).entries[0]?.origin).toHaveLength(200);
  });
});
