import { describe, expect, it } from '@jest/globals';
import { array, number, string } from '@metamask/superstruct';
import { ModuleError } from '@xnet/clients/errors';
import { memoryStorage } from '../../test/wallet/memoryStorage';
import { createStore, type Entry, type Migration, type Storage } from './store';

const list: Entry<number[]> = { key: 'list', struct: array(number()), empty: [] };
const other: Entry<number[]> = { key: 'other', struct: array(number()), empty: [] };
const secret: Entry<string> = { key: 'url', struct: string(), empty: '', secrecy: 'secret' };

const internal = (about: RegExp) =>
  expect.objectContaining({ kind: 'internal', message: expect.stringMatching(about) });

/** A storage whose reads of a key wait until they are let go. */
function held(storage: Storage, key: string) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const get: Storage['get'] = async (name, secrecy) => {
    if (name === key) await released;
    return storage.get(name, secrecy);
  };
  return { storage: { ...storage, get }, release: () => release() };
}

describe('a store', () => {
  it('answers with the empty value before anything was stored', async () => {
    const { storage, parts } = memoryStorage();
    expect(await createStore(storage).read(list)).toEqual([]);
    expect([...parts.plain.keys()]).toEqual(['version']);
  });

  it('keeps values over a restart', async () => {
    const { storage } = memoryStorage();
    await createStore(storage).write(list, [1]);
    await createStore(storage).update(list, (draft) => draft.push(2));
    expect(await createStore(storage).read(list)).toEqual([1, 2]);
  });

  it('puts secrets into the encrypted part alone', async () => {
    const { storage, parts } = memoryStorage();
    await createStore(storage).write(secret, 'https://node.example/key');
    expect(parts.secret.get('url')).toBe('"https://node.example/key"');
    expect([...parts.plain.values()].join()).not.toContain('node.example');
    expect(await createStore(storage).read(secret)).toBe('https://node.example/key');
  });

  it('loses no update of many at once, and runs them in order', async () => {
    const store = createStore(memoryStorage().storage);
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    await Promise.all(
      numbers.map((value) => store.update(list, (draft) => void draft.push(value))),
    );
    expect(await store.read(list)).toEqual(numbers);
  });

  it('answers an update with what the change returns', async () => {
    const store = createStore(memoryStorage().storage);
    expect(await store.update(list, (draft) => draft.push(7))).toBe(1);
  });

  it('holds no other key up while the storage hangs on one', async () => {
    const { storage, release } = held(memoryStorage().storage, 'list');
    const store = createStore(storage);
    const waiting = store.update(list, (draft) => draft.push(1));
    await store.update(other, (draft) => draft.push(2));
    expect(await store.read(other)).toEqual([2]);
    release();
    await waiting;
    expect(await store.read(list)).toEqual([1]);
  });

  it('continues with the next update after the storage failed, and changes nothing by half', async () => {
    const { storage, tearAt } = memoryStorage();
    const store = createStore(storage);
    await store.write(list, [1]);
    tearAt({ atWrite: 1, effect: 'before' });
    const failed = store.update(list, (draft) => draft.push(2));
    await expect(failed).rejects.toThrow('The storage failed.');
    tearAt(undefined);
    await store.update(list, (draft) => draft.push(3));
    expect(await store.read(list)).toEqual([1, 3]);
  });

  it('writes nothing when the change throws', async () => {
    const { storage, measure } = memoryStorage();
    const store = createStore(storage);
    await store.write(list, [1]);
    const { writes } = await measure(() =>
      store
        .update(list, (draft) => {
          draft.push(2);
          throw new Error('No.');
        })
        .catch(() => undefined),
    );
    expect(writes).toBe(0);
    expect(await store.read(list)).toEqual([1]);
  });

  // @promise T31.7
  it('reports what it cannot read as a defect, without the value', async () => {
    const { storage, parts } = memoryStorage();
    parts.plain.set('list', '["do-not-show"]');
    const store = createStore(storage);
    const error = await store.read(list).catch((reason) => reason);
    expect(error).toEqual(internal(/stored\.list\.0: Expected a number/u));
    expect((error as ModuleError).message).not.toContain('do-not-show');
    await expect(store.update(list, () => undefined)).rejects.toBeInstanceOf(ModuleError);
    expect(parts.plain.get('list')).toBe('["do-not-show"]');
  });

  // @promise T31.7
  it('names of what it cannot read the noun alone, since keys hold addresses', async () => {
    const { storage, parts } = memoryStorage();
    parts.plain.set('list.0xacc', '"no list"');
    const read = createStore(storage).read({ ...list, key: 'list.0xacc' });
    const error = await read.catch((reason) => reason);
    expect(error).toEqual(internal(/stored\.list: Expected an array/u));
    expect(JSON.stringify([error.message, error.data])).not.toContain('0xacc');
  });
});

describe('inTurn', () => {
  const store = () => createStore(memoryStorage().storage);

  it('runs tasks of one name one after another, in the order of the calls', async () => {
    const { inTurn } = store();
    const log: string[] = [];
    const task = (name: string) => async () => {
      log.push(`${name} starts`);
      await Promise.resolve();
      log.push(`${name} ends`);
      return name;
    };
    const results = await Promise.all([inTurn('x', task('a')), inTurn('x', task('b'))]);
    expect(results).toEqual(['a', 'b']);
    expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
  });

  it('lets tasks of other names pass', async () => {
    const { inTurn } = store();
    let release: () => void = () => undefined;
    const waiting = inTurn('x', () => new Promise<void>((resolve) => (release = resolve)));
    await expect(inTurn('y', async () => 'passed')).resolves.toBe('passed');
    release();
    await waiting;
  });

  it('continues after a task that fails, and returns the failure to its caller', async () => {
    const { inTurn } = store();
    const failing = inTurn('x', async () => {
      throw new Error('No.');
    });
    const next = inTurn('x', async () => 'done');
    await expect(failing).rejects.toThrow('No.');
    await expect(next).resolves.toBe('done');
  });
});

describe('migrations', () => {
  /** Steps that note their number in the state. */
  const steps = (count: number): Migration[] =>
    Array.from({ length: count }, (_, index) => async (storage) => {
      const done = ((await storage.get('list', 'plain')) ?? []) as number[];
      await storage.set('list', [...done, index + 1], 'plain');
    });

  it('skips all migrations on a new state', async () => {
    const { storage, parts } = memoryStorage();
    expect(await createStore(storage, steps(3)).read(list)).toEqual([]);
    expect(parts.plain.get('version')).toBe('4');
  });

  it('runs each migration once and in order, from the stored version on', async () => {
    const { storage, parts } = memoryStorage();
    await createStore(storage, steps(1)).read(list);
    expect(await createStore(storage, steps(4)).read(list)).toEqual([2, 3, 4]);
    expect(await createStore(storage, steps(4)).read(list)).toEqual([2, 3, 4]);
    expect(parts.plain.get('version')).toBe('5');
  });

  it('runs each migration once for simultaneous requests', async () => {
    const { storage } = memoryStorage();
    await createStore(storage, []).read(list);
    const store = createStore(storage, steps(2));
    const reads = await Promise.all([store.read(list), store.read(list), store.read(list)]);
    expect(reads).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
  });

  // @promise T31.2
  it('continues from the step that failed', async () => {
    const { storage } = memoryStorage();
    await createStore(storage, []).read(list);
    const [first, second] = steps(2);
    let fails = true;
    const flaky: Migration = async (inner) => {
      if (fails) throw new Error('Not now.');
      await second?.(inner);
    };
    const store = createStore(storage, first ? [first, flaky] : []);
    await expect(store.read(list)).rejects.toThrow('Not now.');
    fails = false;
    expect(await store.read(list)).toEqual([1, 2]);
  });

  it('reads the version once in a process', async () => {
    const { storage, measure } = memoryStorage();
    const store = createStore(storage);
    await store.read(list);
    expect(await measure(() => store.read(other))).toMatchObject({ reads: 1, writes: 0 });
  });

  // @promise T31.4
  it('refuses a state of a newer module', async () => {
    const { storage, parts } = memoryStorage();
    await createStore(storage, steps(3)).write(list, [1]);
    const before = new Map(parts.plain);
    const older = createStore(storage, steps(1));
    await expect(older.read(list)).rejects.toEqual(internal(/newer module/u));
    await expect(older.write(list, [2])).rejects.toEqual(internal(/newer module/u));
    expect(parts.plain).toEqual(before);
  });

  it.each([['"1"'], ['1.5'], ['0'], ['-3'], ['{}']])(
    'refuses a state whose version is %s',
    async (version) => {
      const { storage, parts } = memoryStorage();
      parts.plain.set('version', version);
      await expect(createStore(storage, steps(2)).read(list)).rejects.toEqual(
        internal(/Expected/u),
      );
      expect(parts.plain.get('version')).toBe(version);
    },
  );
});
