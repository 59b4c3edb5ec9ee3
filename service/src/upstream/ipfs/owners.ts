import type { CID } from 'multiformats/cid';
import { confirmWrite, keyRange, openDatabase, writtenSoon } from '../../stores/database';
import { blockBytes, requireRoom } from '../../stores/room';
import { multihashId } from './blocks';

/** Minimum size of a file on disk. */
export const fileBytes = 4_096;

export type Size = { bytes: number; blocks: number };
export type Owned = { cid: string; bytes: number; at: number };

export const fitsLimit = (size: Size, limit: Size): boolean =>
  size.bytes <= limit.bytes && size.blocks <= limit.blocks;

/** Records which key has stored which block, beside the blocks themselves. */
export const openOwners = (folder: string) => {
  const root = openDatabase(folder, 'owners.lmdb');
  const owned = root.openDB<Owned, [key: string, id: string]>({ name: 'owned' });
  const holders = root.openDB<true, [id: string, key: string]>({ name: 'holders' });
  const usages = new Map<string, Size>();

  const usageOf = (key: string): Size => {
    const cachedUsage = usages.get(key);
    if (cachedUsage !== undefined) return cachedUsage;
    const all = [...owned.getRange(keyRange(key))];
    const bytes = all.reduce((sum, { value }) => sum + value.bytes, 0);
    const usage = { bytes, blocks: all.length };
    usages.set(key, usage);
    return usage;
  };
  const withMore = (key: string, { bytes }: Pick<Owned, 'bytes'>, blocks: 1 | -1): Size => {
    const usage = usageOf(key);
    return { bytes: usage.bytes + blocks * bytes, blocks: usage.blocks + blocks };
  };
  /** One after the other; each sees all earlier ones. After a failed write, the disk is counted again. */
  const change = <T>(key: string, work: () => T): Promise<T> =>
    confirmWrite(root, () => root.transaction(work)).catch((error) => {
      usages.delete(key);
      throw error;
    });

  return {
    root,
    /** @throws if the disk has too little room for blocks */
    checkRoom: (): void => requireRoom(folder, blockBytes),
    has: (key: string, cid: CID): boolean => owned.doesExist([key, multihashId(cid)]),
    list: (key: string) =>
      [...owned.getRange(keyRange(key))].map(({ key: [, id], value }) => ({ id, ...value })),
    hasHolder: (id: string): boolean => {
      const [first] = holders.getKeys(keyRange(id));
      return first !== undefined;
    },
    /** @returns false if the block is new to the key, and more than the limit */
    add: (key: string, cid: CID, length: number, now: number, limit: Size): Promise<boolean> =>
      change(key, () => {
        const id = multihashId(cid);
        const block = { cid: cid.toString(), bytes: Math.max(length, fileBytes), at: now };
        if (!owned.doesExist([key, id])) {
          const usage = withMore(key, block, 1);
          if (!fitsLimit(usage, limit)) return false;
          usages.set(key, usage);
        }
        void holders.put([id, key], true);
        void owned.put([key, id], block);
        return true;
      }),
    /** Nothing if the block was stored again since. */
    remove: (key: string, id: string, { at: storedAt }: Pick<Owned, 'at'>): Promise<boolean> =>
      change(key, () => {
        const block = owned.get([key, id]);
        if (block?.at !== storedAt) return false;
        usages.set(key, withMore(key, block, -1));
        void owned.remove([key, id]);
        void holders.remove([id, key]);
        return true;
      }),
    date: (key: string, id: string, block: Owned, now: number): Promise<unknown> =>
      writtenSoon(root, () => owned.put([key, id], { ...block, at: now })),
  };
};
