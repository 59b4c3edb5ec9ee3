import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { singleFlight } from '../singleFlight';
import { succeeds, withTimeout } from '../withTimeout';
import { makeFolder } from './folder';

const retryMs = 250;

/** Messages that must arrive some time: each is delivered until that succeeds, oldest first. */
export const openOutbox = <T>(file: string, deliver: (message: T) => Promise<unknown>) => {
  const read = (): T[] => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T[]) : []); // as written by close
  const waiting = read();
  rmSync(file, { force: true });
  let isClosed = false;
  const deliverAll = async (): Promise<void> => {
    while (waiting.length > 0 && !isClosed) {
      if (await succeeds(deliver(waiting[0] as T))) waiting.shift();
      else await setTimeout(retryMs, undefined, { ref: false });
    }
  };
  const start = singleFlight(deliverAll);
  if (waiting.length > 0) void start();
  return {
    add: (message: T): void => {
      waiting.push(message);
      void start();
    },
    /** Delivers what it can in this time; the rest is kept in the file for the next start. */
    close: async (waitMs: number): Promise<void> => {
      if (waiting.length > 0) await withTimeout(waitMs, start(), undefined);
      isClosed = true;
      if (waiting.length === 0) return;
      makeFolder(dirname(file));
      // Another process may use the same folder.
      writeFileSync(file, JSON.stringify([...read(), ...waiting]), { mode: 0o600 });
    },
  };
};
