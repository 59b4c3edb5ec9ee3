import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { cacheFolder } from './machine.mjs';

const heartbeatMs = 5_000;
const staleMs = 60_000;

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** The process that holds the lock; undefined if none does, or if it died without releasing it. */
const holderOf = (folder) => {
  try {
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    // The id may belong to another program by now: a living holder also updates its heartbeat.
    const beats = Date.now() - statSync(folder).mtimeMs < staleMs;
    if (isAlive(pid) && beats) return pid;
    return undefined;
  } catch {
    return undefined;
  }
};

const tryToTake = (folder) => {
  const mine = `${folder}.${process.pid}`;
  mkdirSync(mine, { recursive: true });
  writeFileSync(join(mine, 'pid'), String(process.pid));
  try {
    // Atomic: fails while the folder exists and is not empty.
    renameSync(mine, folder);
    return true;
  } catch {
    rmSync(mine, { recursive: true, force: true });
    return false;
  }
};

const discard = (folder) => {
  const aside = `${folder}.stale.${process.pid}`;
  try {
    // By renaming, so that only one of two processes that find it stale removes it.
    renameSync(folder, aside);
    rmSync(aside, { recursive: true, force: true });
  } catch {
    // The other process was faster.
  }
};

/**
 * Runs the task while no other process of this user runs one with the same lock name. The lock of a
 * dead holder is taken over.
 */
export const withLock = async (name, onWait, task) => {
  const folder = join(cacheFolder(), 'locks', name);
  mkdirSync(join(folder, '..'), { recursive: true });
  let told = false;
  while (!tryToTake(folder)) {
    const holder = holderOf(folder);
    if (holder === undefined) discard(folder);
    else {
      if (!told) onWait(holder);
      told = true;
      await wait(500);
    }
  }
  const beat = setInterval(() => utimesSync(folder, new Date(), new Date()), heartbeatMs);
  const release = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', release);
  try {
    return await task();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
};
