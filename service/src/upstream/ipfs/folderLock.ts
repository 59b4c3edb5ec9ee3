import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from 'lmdb';
import { confirmWrite, type DataFile } from '../../stores/database';
import { requireRoom, writeBytes } from '../../stores/room';

// Each process decides for itself which block nobody holds any more, two hours after its last use. A
// second one on the same folder could remove what the first one stores again at that moment.

type Lock = { id: string; pid: number; host: string; at: number };

const beatMs = 5_000;
const staleMs = 30_000;
/** Holders in this process. */
const ownIds = new Set<string>();

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM';
  }
};

/** A killed holder no longer beats; if it ran on this machine, that is known at once. */
const isAlive = ({ id, pid, host, at: beatAt }: Lock): boolean => {
  // A beat far in the future was written before the clock was set back.
  if (Math.abs(Date.now() - beatAt) > staleMs) return false;
  if (host !== hostname()) return true;
  if (pid === process.pid) return ownIds.has(id);
  return isRunning(pid);
};

/**
 * Takes exclusive ownership of a folder of blocks: if two services shared it, one could remove what
 * the other is just storing again.
 *
 * @throws an Error if another service holds the folder
 */
export const lockFolder = (root: DataFile) => {
  const { folder } = root;
  const locks: Database<Lock, string> = root.openDB({ name: 'holder' });
  const id = randomUUID();
  const take = (): boolean => {
    const now = locks.get('holder');
    if (now !== undefined && now.id !== id && isAlive(now)) return false;
    void locks.put('holder', { id, pid: process.pid, host: hostname(), at: Date.now() });
    return true;
  };
  requireRoom(folder, writeBytes);
  if (!root.transactionSync(take)) {
    throw new Error(
      `Another service stores IPFS blocks in ${folder}: give each a folder of its own by --data, or one Kubo node by --ipfs.`,
    );
  }
  ownIds.add(id);
  let isHeld = true;
  // Calls do not wait for the disk.
  const beat = async (): Promise<void> => {
    isHeld = await confirmWrite(root, () => root.transaction(() => ownIds.has(id) && take())).catch(
      () => false,
    );
  };
  const timer = setInterval(beat, beatMs).unref();
  return {
    /** False if this process was suspended for so long that another one took over. */
    isHeld: () => isHeld,
    release: async (): Promise<void> => {
      clearInterval(timer);
      ownIds.delete(id);
      const remove = (): void => {
        if (locks.get('holder')?.id === id) void locks.remove('holder');
      };
      await confirmWrite(root, () => root.transaction(remove));
    },
  };
};
