import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { withLock } from './lock.mjs';

let cache: string;
const before = process.env.XDG_CACHE_HOME;
const locks = () => join(cache, 'xnet', 'locks');

beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'xnet-lock-'));
  process.env.XDG_CACHE_HOME = cache;
});
afterEach(() => {
  if (before === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = before;
  rmSync(cache, { recursive: true, force: true });
});

const nobodyWaits = () => {
  throw new Error('It had to wait.');
};
const leave = (pid: number, age = 0) => {
  const folder = join(locks(), 'work');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pid'), String(pid));
  const time = new Date(Date.now() - age);
  utimesSync(folder, time, time);
};
/** No process has this id: it exceeds Linux's maximum. */
const deadPid = 4_194_305;

it('returns the result of the task and leaves no lock', async () => {
  expect(await withLock('work', nobodyWaits, async () => 5)).toBe(5);
  expect(readdirSync(locks())).toEqual([]);
});

it('releases the lock when the task throws', async () => {
  const failing = withLock('work', nobodyWaits, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await withLock('work', nobodyWaits, async () => 'free')).toBe('free');
});

it('runs one task at a time and tells the second whom it waits for', async () => {
  const order: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = withLock('work', nobodyWaits, async () => {
    await held;
    order.push('first');
  });
  const second = withLock(
    'work',
    (pid) => {
      expect(pid).toBe(process.pid);
      order.push('waiting');
      release();
    },
    async () => {
      order.push('second');
    },
  );
  await Promise.all([first, second]);
  expect(order).toEqual(['waiting', 'first', 'second']);
});

it('takes over the lock of a process that is gone', async () => {
  leave(deadPid);
  expect(await withLock('work', nobodyWaits, async () => 'taken')).toBe('taken');
});

it('takes over a lock without a heartbeat, whose process id another program may have now', async () => {
  leave(process.pid, 120_000);
  expect(await withLock('work', nobodyWaits, async () => 'taken')).toBe('taken');
});

it('does not wait for a lock of another name', async () => {
  leave(process.pid);
  expect(await withLock('other', nobodyWaits, async () => 'free')).toBe('free');
});
