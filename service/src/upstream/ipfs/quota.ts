import { CID } from 'multiformats/cid';
import { remainingMs } from '../../deadline';
import { fail } from '../../errors';
import { openDatabase, written, writtenSoon } from '../../stores/database';
import type { Store } from '../../stores/store';
import { type Blocks, identity } from './blocks';
import { listLinks } from './codecs';
import { lockFolder } from './folderLock';

export type Quota = {
  /** A key's view of the blocks: blocks that it stores belong to it and count. */
  of: (key: string, blocks: Blocks) => Blocks;
  /** Assigns everything below a root to the key. @throws `forbidden` if its quota is used up */
  own: (key: string, root: CID, blocks: Blocks) => Promise<void>;
  /** Pins may hold no block of their own, so they have the same limit. @throws `forbidden` */
  pin: (key: string, cid: string) => Promise<void>;
  /** Drops blocks that no pin of their key has held for some time; removes those without owner. */
  collect: () => Promise<void>;
  close: () => Promise<void>;
};

export type QuotaLimits = { ipfsBytes: number; ipfsBlocks: number; unpinnedMs: number };

/** Minimum size of a file on disk. */
export const fileBytes = 4_096;
/** Shortest interval between collections for a key that is full. */
const againMs = 60_000;

type Owned = { cid: string; bytes: number; at: number };
type Usage = { bytes: number; blocks: number; collectedAt: number };

const refuse = (): never => fail('forbidden', 'The key has stored as much as it may.');

const idOf = (cid: CID): string => Buffer.from(cid.multihash.bytes).toString('base64url');

/** Records which key has stored which block, beside the blocks themselves. */
export const openQuota = (dependencies: {
  folder: string;
  blocks: Blocks;
  store: Store;
  limits: QuotaLimits;
  clock: () => number;
}): Quota => {
  const { folder, blocks, store, limits, clock } = dependencies;
  const root = openDatabase(folder, 'owners.lmdb');
  const folderLock = lockFolder(root, folder);
  const owned = root.openDB<Owned, [key: string, id: string]>({ name: 'owned' });
  const holders = root.openDB<true, [id: string, key: string]>({ name: 'holders' });
  const usages = new Map<string, Usage>();
  /** Blocks whose ownership by these keys is still being written. */
  const claimed = new Map<string, readonly string[]>();
  const collecting = new Map<string, Promise<void>>();

  const rangeOf = (first: string) => ({ start: [first, ''], end: [first, '\uffff'] });

  const usageOf = (key: string): Usage => {
    const known = usages.get(key);
    if (known !== undefined) return known;
    const usage = { bytes: 0, blocks: 0, collectedAt: 0 };
    for (const { value } of owned.getRange(rangeOf(key) as never)) {
      usage.bytes += value.bytes;
      usage.blocks += 1;
    }
    usages.set(key, usage);
    return usage;
  };

  const count = (key: string, blocks: number, bytes: number): void => {
    const usage = usageOf(key);
    usage.blocks += blocks;
    usage.bytes += blocks * bytes;
  };

  /** Recounts from the disk after a failed write. */
  const countAgain = async <T>(key: string, write: Promise<T>): Promise<T> => {
    try {
      return await write;
    } catch (error) {
      usages.delete(key);
      throw error;
    }
  };

  const claim = (key: string, id: string, written: Promise<unknown>): void => {
    const settled = () =>
      setImmediate(() => {
        const [...left] = claimed.get(id) ?? [];
        left.splice(left.indexOf(key), 1);
        if (left.length === 0) claimed.delete(id);
        else claimed.set(id, left);
      });
    claimed.set(id, [...(claimed.get(id) ?? []), key]);
    written.then(settled, settled);
  };

  const isWritten = (key: string, id: string): boolean => owned.doesExist([key, id]);
  const isOwned = (key: string, id: string): boolean =>
    isWritten(key, id) || (claimed.get(id)?.includes(key) ?? false);

  /** Does not wait for the disk: a failed write is repeated when its pin is next checked. */
  const record = (key: string, cid: CID, length: number): void => {
    const id = idOf(cid);
    const bytes = Math.max(length, fileBytes);
    const isNew = !isOwned(key, id);
    if (isNew) count(key, 1, bytes);
    const recording = root.transaction(() => {
      // It may have been dropped since.
      if (!isNew && !isWritten(key, id)) count(key, 1, bytes);
      void holders.put([id, key], true);
      void owned.put([key, id], { cid: cid.toString(), bytes, at: clock() });
    });
    claim(key, id, countAgain(key, written(recording)));
  };

  const isFull = (key: string, length: number): boolean => {
    const usage = usageOf(key);
    return (
      usage.bytes + Math.max(length, fileBytes) > limits.ipfsBytes ||
      usage.blocks + 1 > limits.ipfsBlocks
    );
  };

  /** @throws `forbidden` */
  const take = async (key: string, cid: CID, length: number): Promise<void> => {
    if (!isOwned(key, idOf(cid)) && isFull(key, length)) {
      const { collectedAt } = usageOf(key);
      if (remainingMs(collectedAt + againMs, againMs, clock()) === 0) await collectOf(key);
      if (isFull(key, length)) refuse();
    }
    record(key, cid, length);
  };

  /** All blocks below the roots, each once; missing ones are skipped. */
  async function* reach(roots: readonly CID[], from: Blocks): AsyncGenerator<[CID, Uint8Array]> {
    const seen = new Set(roots.map(idOf));
    const waiting = [...roots];
    for (let cid = waiting.pop(); cid !== undefined; cid = waiting.pop()) {
      if (!(await from.has(cid))) continue;
      const block = await from.get(cid);
      if (cid.multihash.code !== identity) yield [cid, block];
      for (const link of listLinks(cid, block)) {
        if (seen.has(idOf(link))) continue;
        seen.add(idOf(link));
        waiting.push(link);
      }
    }
  }

  const letGo = async (key: string, id: string, { cid, bytes, at }: Owned): Promise<void> => {
    // The transaction sees all earlier writes.
    const letting = root.transaction(() => {
      if (owned.get([key, id])?.at !== at) return false;
      count(key, -1, bytes);
      void owned.remove([key, id]);
      void holders.remove([id, key]);
      const [other] = holders.getKeys({ ...rangeOf(id), limit: 1 } as never);
      return other === undefined;
    });
    const isNobodys = await countAgain(key, written(letting));
    if (isNobodys && !claimed.has(id)) await blocks.remove(CID.parse(cid));
  };

  const look = async (key: string): Promise<void> => {
    if (!folderLock.isHeld()) return;
    const pinned = new Set<string>();
    const roots = (await store.pins(key)).map((text) => CID.parse(text));
    for await (const [cid, { length }] of reach(roots, blocks)) {
      pinned.add(idOf(cid));
      // Stored before ownership was recorded.
      if (!isOwned(key, idOf(cid))) record(key, cid, length);
    }
    const mine = [...owned.getRange(rangeOf(key) as never)] as { key: [string, string] }[];
    const dated: Promise<unknown>[] = [];
    for (const { key: entry } of mine) {
      const now = owned.get(entry);
      if (now === undefined || pinned.has(entry[1])) continue;
      // A timestamp in the future is from before the clock was set back: it becomes now.
      if (now.at > clock()) dated.push(writtenSoon(owned.put(entry, { ...now, at: clock() })));
      else if (now.at + limits.unpinnedMs <= clock()) await letGo(key, entry[1], now);
    }
    // The next pass reads what this one has written.
    await Promise.all(dated);
    usageOf(key).collectedAt = clock();
  };

  const collectOf = (key: string): Promise<void> => {
    const running =
      collecting.get(key) ??
      look(key).finally(() => {
        collecting.delete(key);
      });
    collecting.set(key, running);
    return running;
  };

  const collect = async (): Promise<void> => {
    // Unreadable content of one key does not stop the collection for others.
    for (const key of await store.listKeys()) await collectOf(key).catch(() => undefined);
  };
  // A failure shows at the next call; the next pass collects what this one did not.
  const timer = setInterval(() => void collect().catch(() => undefined), limits.unpinnedMs / 2);
  timer.unref();

  return {
    of: (key, mine) => ({
      ...mine,
      put: async (cid, bytes) => {
        await take(key, cid, bytes.length);
        return mine.put(cid, bytes);
      },
    }),
    own: async (key, rootCid, from) => {
      for await (const [cid, block] of reach([rootCid], from)) {
        await take(key, cid, block.length);
        // The block may be about to be removed for another key.
        await from.put(cid, block);
      }
    },
    pin: async (key, cid) => {
      if (!(await store.pin(key, cid, limits.ipfsBlocks))) refuse();
    },
    collect,
    close: async () => {
      clearInterval(timer);
      await Promise.allSettled(collecting.values());
      await folderLock.release();
      await root.flushed;
      await root.close();
    },
  };
};
