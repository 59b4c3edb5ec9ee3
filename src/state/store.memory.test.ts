import { describe, expect, it } from '@jest/globals';
import { array, coerce, number, string } from '@metamask/superstruct';
import { memoryStorage } from '../../test/wallet/memoryStorage';
import { createStore, type Entry, type Storage, unanswered } from './store';

const list: Entry<number[]> = { key: 'list', struct: array(number()), empty: [] };
const other: Entry<number[]> = { ...list, key: 'other' };
const secret: Entry<string> = { key: 'url', struct: string(), empty: '', secrecy: 'secret' };

describe('what a store remembers', () => {
  it('reads nothing twice, whether it was read, written or absent', async () => {
    const { storage, measure } = memoryStorage();
    await createStore(storage).write(list, [1]);
    const store = createStore(storage);
    await store.read(list);
    await store.read(other);
    await store.write({ ...other, key: 'third' }, [3]);
    const { reads } = await measure(async () => {
      expect(await store.read(list)).toEqual([1]);
      expect(await store.read(other)).toEqual([]);
      expect(await store.read({ ...other, key: 'third' })).toEqual([3]);
      expect(await store.update(list, (draft) => draft.push(2))).toBe(2);
      expect(await store.read(list)).toEqual([1, 2]);
    });
    expect(reads).toBe(0);
  });

  it('reads once for simultaneous callers', async () => {
    const { storage, measure } = memoryStorage();
    const store = createStore(storage);
    await store.read(other);
    const { reads } = await measure(() => Promise.all([1, 2, 3].map(() => store.read(list))));
    expect(reads).toBe(1);
  });

  it('writes nothing that is unchanged', async () => {
    const { storage, measure } = memoryStorage();
    const store = createStore(storage);
    await store.write(list, [1]);
    const { writes } = await measure(async () => {
      await store.write(list, [1]);
      await store.update(list, (draft) => void draft.splice(0, 1, 1));
      await store.update(other, () => undefined);
    });
    expect(writes).toBe(0);
    expect(await createStore(storage).read(list)).toEqual([1]);
  });

  it('gives all callers one value, which none of them can change', async () => {
    const store = createStore(memoryStorage().storage);
    await store.write(list, [1]);
    const value = await store.read(list);
    expect(() => value.push(2)).toThrow(TypeError);
    expect(await store.read(list)).toBe(value);
    await store.update(list, (draft) => draft.push(2));
    expect(await store.read(list)).toEqual([1, 2]);
    const given = [3];
    await store.write(other, given);
    given.push(4);
    expect(await store.read(other)).toEqual([3]);
  });

  // @promise T31.5
  it.each(['before', 'after'] as const)(
    'returns what is stored when a write fails %s it took effect',
    async (effect) => {
      const { storage, tearAt } = memoryStorage();
      const store = createStore(storage);
      await store.write(list, [1]);
      for (const task of [
        () => store.write(list, [1, 2]),
        () => store.update(list, (draft) => void draft.push(3)),
      ]) {
        tearAt({ atWrite: 1, effect });
        const failed = expect(task()).rejects.toThrow('The storage failed.');
        await Promise.all([failed, store.read(list)]);
        tearAt(undefined);
        expect(await store.read(list)).toEqual(await createStore(storage).read(list));
      }
      // What was written is put back, also where it is not known whether that took effect.
      expect(await store.read(list)).toEqual([1]);
    },
  );

  it('restores the former value after a write that the wallet refused, also in the wallet', async () => {
    const { storage } = memoryStorage();
    // As the vendor's does: what is too large is refused once it is in the state that is read.
    const full: Storage['set'] = async (key, value, secrecy) => {
      await storage.set(key, value, secrecy);
      if (JSON.stringify(value).length > 10) throw new Error('The state is too large.');
    };
    const large = [1_000, 2_000, 3_000];
    const packed: Entry<number[]> = {
      ...other,
      struct: coerce(array(number()), string(), (text) => text.split('+').map(Number)),
      pack: (value) => value.join('+'),
    };
    const store = createStore({ ...storage, set: full });
    for (const [entry, value] of [
      [list, [1]],
      [packed, [4, 5]],
      [{ ...list, key: 'third' }, []],
      [{ ...list, key: 'fourth', isReadAnew: true }, [6]],
    ] as const) {
      if (value.length > 0) await store.write(entry, [...value]);
      else await store.read(entry);
      const isAsBefore = async () => {
        expect(await store.read(entry)).toEqual(value);
        expect(await createStore(storage).read(entry)).toEqual(value);
      };
      await expect(store.write(entry, large)).rejects.toThrow('too large');
      await isAsBefore();
      // Nobody hears of these; the second one comes before the first is refused.
      await store.write(entry, large, 'unawaited');
      await store.write(entry, [...large, 4_000], 'unawaited');
      await new Promise(setImmediate);
      await isAsBefore();
      await store.write(entry, large, 'unawaited');
      await store.write(entry, [7], 'unawaited');
      await new Promise(setImmediate);
      expect(await createStore(storage).read(entry)).toEqual([7]);
    }
  });

  // @promise T31.3
  it('gives up what can be read again if the wallet has no room, for all else and as a whole', async () => {
    const { storage, parts } = memoryStorage();
    const most = 1_000;
    // As the vendor's: what it has refused stays in the way, and a noun is emptied as one.
    const set: Storage['set'] = async (key, value, secrecy) => {
      for (const known of parts.plain.keys())
        if (known.startsWith(`${key}.`)) parts.plain.delete(known);
      await storage.set(key, value, secrecy);
      if ([...parts.plain.values()].join('').length > most)
        throw Object.assign(new Error('The new state must not exceed it.'), { code: -32602 });
    };
    const found = (name: string) => ({ ...list, key: `found.${name}` });
    const numbers = (length: number) => Array.from({ length }, (_, index) => 100 + index);
    const store = createStore({ ...storage, set });
    await store.write(other, [1]);
    const classes = { ...list, key: 'classes.place0' };
    await store.write(found('old'), numbers(120));
    await store.write(classes, numbers(100));
    // It takes the room of both, so the wallet refuses to empty the first alone.
    await store.write(list, numbers(200));
    expect(await createStore(storage).read(list)).toEqual(numbers(200));
    expect(await createStore(storage).read(other)).toEqual([1]);
    expect(await createStore(storage).read(found('old'))).toEqual([]);
    expect(await createStore(storage).read(classes)).toEqual([]);
    // What was read of it goes on in this process alone: no cursor outlives what it stands for.
    expect(await store.read(found('old'))).toHaveLength(120);
    expect(await store.read(classes)).toHaveLength(100);
    await store.write(found('cursor'), [7]);
    expect(await store.read(found('cursor'))).toEqual([7]);
    expect(await createStore(storage).read(found('cursor'))).toEqual([]);
    await expect(store.write(list, numbers(300))).rejects.toMatchObject({ kind: 'stateFull' });
    expect(await createStore(storage).read(list)).toEqual(numbers(200));

    const next = createStore({ ...storage, set });
    await next.write(found('new'), numbers(300));
    expect(await createStore(storage).read(found('new'))).toEqual([]);
    expect(await createStore(storage).read(list)).toEqual(numbers(200));
  });

  it('returns at once what was written unawaited, though the wallet never answers', async () => {
    const { storage } = memoryStorage();
    const drop: Storage['set'] = (...written) => {
      void storage.set(...written);
      return new Promise(() => {});
    };
    await createStore(storage).read(list);
    const store = createStore({ ...storage, set: drop });
    await store.write(list, [1], 'unawaited');
    await store.update(list, (draft) => draft.length);
    expect(await store.read(list)).toEqual([1]);
    expect(await createStore(storage).read(list)).toEqual([1]);
  });

  // @promise P32.1
  it('returns what was written unawaited once the wallet has ended the request', async () => {
    const { storage, measure } = memoryStorage();
    const drop: Storage['set'] = (...written) =>
      storage.set(...written).then(() => Promise.reject(unanswered));
    const store = createStore({ ...storage, set: drop });
    await createStore(storage).read(list);
    await store.write(list, [1], 'unawaited');
    const { reads } = await measure(async () => expect(await store.read(list)).toEqual([1]));
    expect(reads).toBe(0);
    await expect(store.write(list, [2])).rejects.toBe(unanswered);
    const { reads: anew } = await measure(() => store.read(list));
    expect(anew).toBe(1);
  });

  it('rereads after an unawaited write has failed', async () => {
    const { storage, tearAt } = memoryStorage();
    const store = createStore(storage);
    await store.write(list, [1]);
    tearAt({ atWrite: 1, effect: 'before' });
    await store.write(list, [2], 'unawaited');
    tearAt(undefined);
    await new Promise(setImmediate);
    expect(await store.read(list)).toEqual([1]);
  });

  it('returns the last of several simultaneous writes, as stored', async () => {
    const { storage } = memoryStorage();
    const store = createStore(storage);
    await store.write(list, [1]);
    await Promise.all([store.write(list, [2]), store.write(list, [1]), store.read(list)]);
    expect(await store.read(list)).toEqual([1]);
    expect(await createStore(storage).read(list)).toEqual([1]);
  });

  it('retries after a read that failed', async () => {
    const { storage } = memoryStorage();
    let fails = false;
    const get: Storage['get'] = async (...asked) => {
      if (fails) throw new Error('Not now.');
      return storage.get(...asked);
    };
    const store = createStore({ ...storage, get });
    await store.read(other);
    fails = true;
    await expect(store.read(list)).rejects.toThrow('Not now.');
    fails = false;
    expect(await store.read(list)).toEqual([]);
  });

  // @promise T31.5
  it('asks the wallet for a secret each time', async () => {
    const { storage, measure } = memoryStorage();
    let isLocked = false;
    const get: Storage['get'] = async (key, secrecy) => {
      if (secrecy === 'secret' && isLocked) throw new Error('The wallet is locked.');
      return storage.get(key, secrecy);
    };
    const store = createStore({ ...storage, get });
    await store.write(secret, 'https://node.example/key');
    const { reads } = await measure(() => Promise.all([store.read(secret), store.read(secret)]));
    expect(reads).toBe(2);
    isLocked = true;
    await expect(store.read(secret)).rejects.toThrow('locked');
    await expect(store.update(secret, () => undefined)).rejects.toThrow('locked');
    isLocked = false;
    expect(await store.read(secret)).toBe('https://node.example/key');
  });
});
