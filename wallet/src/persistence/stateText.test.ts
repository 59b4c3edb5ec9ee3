import { appendFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DurableFile } from './durable';
import { changeText, readState, type State } from './stateText';
import { durableFile } from './storage';

let folder: string;
let path: string;
let file: DurableFile;
let state: State;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-state-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  path = join(folder, 'state.json');
  await rm(path, { force: true });
  file = durableFile(path);
  state = {};
});

const whole = () => JSON.stringify(state);
function set(key: string, value: State[string]) {
  state[key] = value;
  file.append(changeText(key, value), whole);
}
const stored = async () => readState((await file.read()) ?? '');
const linesOf = async () => (await readFile(path, 'utf8')).split('\n').length;

describe('a change of a long state', () => {
  it('appends a line once the process has written the file whole', async () => {
    state = { long: 'x'.repeat(100_000) };
    set('first', 1);
    await file.flushed();
    expect(await linesOf()).toBe(1);
    const { size, ino } = await stat(path);
    set('second', { of: [2] });
    await file.flushed();
    const after = await stat(path);
    expect(after.ino).toBe(ino);
    expect(after.size).toBe(size + changeText('second', { of: [2] }).length);
    expect(await stored()).toEqual({ ...state, first: 1, second: { of: [2] } });
  });

  it('survives half a line at the end of the file', async () => {
    set('first', 1);
    set('second', 2);
    await file.flushed();
    set('third', 3);
    await file.flushed();
    await appendFile(path, changeText('fourth', 'cut off').slice(0, -3));
    file = durableFile(path);
    state = await stored();
    expect(state).toEqual({ first: 1, second: 2, third: 3 });
    set('fifth', 5);
    await file.flushed();
    set('sixth', 6);
    await file.flushed();
    expect(await stored()).toEqual({ first: 1, second: 2, third: 3, fifth: 5, sixth: 6 });
  });

  it('merges the lines into the file if they grow longer than it', async () => {
    let most = 0;
    for (let round = 0; round < 200; round += 1) {
      set('key', `${round} ${'y'.repeat(1_000)}`);
      await file.flushed();
      most = Math.max(most, (await stat(path)).size);
      expect(await stored()).toEqual(state);
    }
    expect(most).toBeGreaterThan(60_000);
    expect(most).toBeLessThan(70_000);
  });

  it('writes the whole state if the file is gone', async () => {
    set('first', 1);
    await file.flushed();
    await rm(path);
    set('second', 2);
    await file.flushed();
    expect(await stored()).toEqual({ first: 1, second: 2 });
  });

  it('writes the whole state if that waits to be written', async () => {
    set('zeroth', 0);
    state = { first: 1 };
    file.write(whole);
    set('second', 2);
    await file.flushed();
    expect(await stored()).toEqual({ first: 1, second: 2 });
  });

  it('writes only what was set after the state was cleared', async () => {
    set('first', 1);
    await file.flushed();
    state = {};
    file.clear();
    set('second', 2);
    await file.flushed();
    expect(await stored()).toEqual({ second: 2 });
    state = {};
    set('third', 3);
    file.clear();
    await file.flushed();
    expect(await readdir(folder)).toEqual([]);
  });
});

it('reads keys beside a key that was set, at any depth, but not what stood above it', () => {
  const changes: Parameters<typeof changeText>[] = [
    ['a.b', 1],
    ['a.c.d', 2],
    ['a.c.e', 3],
    ['f', [4]],
    ['f.g', 5],
  ];
  const text = changes.map((change) => changeText(...change)).join('');
  expect(readState(`{"a":{"z":0}}${text}`)).toEqual({
    a: { z: 0, b: 1, c: { d: 2, e: 3 } },
    f: { g: 5 },
  });
});

it('reads the state of some change, wherever the text is cut off, without half a value', () => {
  const key = fc.constantFrom('a', 'b', 'a.b', 'a.b.c', 'b.c', 'c');
  const value = fc.oneof(
    fc.constant(null),
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.nat(99), { maxLength: 3 }),
    fc.record({ b: fc.nat(9), c: fc.string() }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 8 }), (changes) => {
      let text = JSON.stringify({ first: { kept: true } });
      const states = [readState(text)];
      const ends = [Buffer.byteLength(text)];
      for (const [name, to] of changes) {
        text += changeText(name, to);
        ends.push(Buffer.byteLength(text));
        states.push(readState(text));
        const [last = '', ...path] = name.split('.').reverse();
        const at = path.reverse().reduce<unknown>((part, of) => member(part, of), states.at(-1));
        expect(member(at, last)).toEqual(to);
        expect(states.at(-1)).toHaveProperty('first', { kept: true });
      }
      const bytes = Buffer.from(text);
      for (let cut = ends[0] ?? 0; cut <= bytes.length; cut += 1) {
        const whole = ends.filter((end) => end <= cut).length - 1;
        expect(readState(bytes.subarray(0, cut).toString())).toEqual(states[whole]);
      }
    }),
    { numRuns: 60 },
  );
  expect(() => readState('{"a":1}\n["b",\n["c",3]')).toThrow();
});

const member = (part: unknown, name: string): unknown => (part as Record<string, unknown>)[name];
