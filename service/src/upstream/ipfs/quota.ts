import { type Countdown, createCountdown } from '@xnet/clients/transport/countdown';
import { CID } from 'multiformats/cid';
import { fail } from '../../errors';
import type { Limits } from '../../options';
import { singleFlight } from '../../singleFlight';
import type { Store } from '../../stores/store';
import { type Blocks, identity, multihashId } from './blocks';
import { listLinks } from './codecs';
import { lockFolder } from './folderLock';
import { openOwners, type Size } from './owners';

export type Quota = ReturnType<typeof openQuota>;

export type QuotaLimits = Pick<Limits, 'ipfsBytes' | 'ipfsBlocks' | 'unpinnedMs'>;

/** Shortest interval between collections for a key that is full. */
const againMs = 60_000;
/** Blocks below a root that are assigned at a time: each is held in memory. */
const atOnce = 4;
const unlimited: Size = {
  bytes: Number.POSITIVE_INFINITY,
  blocks: Number.POSITIVE_INFINITY,
};

const limitOf = ({ ipfsBytes, ipfsBlocks }: QuotaLimits): Size => ({
  bytes: ipfsBytes,
  blocks: ipfsBlocks,
});

/** @throws `forbidden` */
export const refuseFull = (): never => fail('forbidden', 'The key has stored as much as it may.');

/** All blocks below the roots, each once; missing ones are skipped. */
async function* reach(roots: readonly CID[], from: Blocks): AsyncGenerator<[CID, Uint8Array]> {
  const seenIds = new Set(roots.map(multihashId));
  const waiting = [...roots];
  for (let cid = waiting.pop(); cid !== undefined; cid = waiting.pop()) {
    if (!(await from.has(cid))) continue;
    const block = await from.get(cid);
    if (cid.multihash.code !== identity) yield [cid, block];
    for (const link of listLinks(cid, block)) {
      if (seenIds.has(multihashId(link))) continue;
      seenIds.add(multihashId(link));
      waiting.push(link);
    }
  }
}

type Dependencies = {
  folder: string;
  blocks: Blocks;
  store: Store;
  limits: QuotaLimits;
  clock: () => number;
};
type Owners = ReturnType<typeof openOwners>;

/**
 * Lets go of a key's blocks that none of its pins has held for long enough. What came below its pins
 * since becomes its own as far as it fits.
 */
const createCollect =
  ({ blocks, store, limits, clock }: Dependencies, owners: Owners) =>
  async (key: string): Promise<void> => {
    const pinned = new Set<string>();
    const roots = (await store.pins(key)).map((text) => CID.parse(text));
    for await (const [cid, { length }] of reach(roots, blocks)) {
      const id = multihashId(cid);
      pinned.add(id);
      if (owners.has(key, cid)) continue;
      // Without any owner, it was stored before ownership was recorded; else after it was pinned.
      const limit = owners.hasHolder(id) ? limitOf(limits) : unlimited;
      await owners.add(key, cid, length, clock(), limit);
    }
    const dated: Promise<unknown>[] = [];
    for (const { id, ...block } of owners.list(key)) {
      if (pinned.has(id)) continue;
      // A timestamp in the future is from before the clock was set back: it becomes now.
      if (block.at > clock()) dated.push(owners.date(key, id, block, clock()));
      else if (block.at + limits.unpinnedMs <= clock() && (await owners.remove(key, id, block))) {
        // A key that puts it from now on has become its owner before it looks whether it is there.
        await blocks.remove(CID.parse(block.cid), () => !owners.hasHolder(id));
      }
    }
    // The next pass reads what this one has written.
    await Promise.all(dated);
  };

type Take = (key: string, cid: CID, length: number) => Promise<void>;

/** Assigns everything below a root to the key. @throws `forbidden` if its quota is used up */
const createOwn =
  ({ blocks }: Dependencies, take: Take) =>
  async (key: string, root: CID, from: Blocks): Promise<void> => {
    const reachableBlocks = reach([root], from);
    // The first failure ends the generator, and so all others.
    const assign = async (): Promise<void> => {
      for await (const [cid, block] of reachableBlocks) {
        await take(key, cid, block.length);
        // The block may be about to be removed for another key.
        await blocks.put(cid, block);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, assign));
  };

/** Limits what each key may store on this disk. */
export const openQuota = (dependencies: Dependencies) => {
  const { folder, store, limits, clock } = dependencies;
  const owners = openOwners(folder);
  const folderLock = lockFolder(owners.root);
  const keyLimit = limitOf(limits);
  const rests = new Map<string, Countdown>();

  const collectKey = createCollect(dependencies, owners);
  const collectOf = singleFlight(async (key: string) => {
    if (!folderLock.isHeld()) return;
    await collectKey(key);
    const rest = createCountdown(clock);
    rest.start(againMs);
    rests.set(key, rest);
  });

  /** @throws `forbidden`; an error if the disk has too little room */
  const take: Take = async (key, cid, length) => {
    owners.checkRoom();
    const isTaken = () => owners.add(key, cid, length, clock(), keyLimit);
    if (await isTaken()) return;
    if (rests.get(key)?.isOver() ?? true) await collectOf(key);
    if (!(await isTaken())) refuseFull();
  };

  /** Drops blocks that no pin of their key has held for some time; removes those without owner. */
  const collect = async (): Promise<void> => {
    // Unreadable content of one key does not stop the collection for others.
    for (const key of await store.listKeys()) await collectOf(key).catch(() => undefined);
  };
  // A failure shows at the next call; the next pass collects what this one did not.
  const timer = setInterval(() => void collect().catch(() => undefined), limits.unpinnedMs / 2);
  timer.unref();

  return {
    /** A key's view of the blocks: blocks that it stores belong to it and count. */
    of: (key: string, keyBlocks: Blocks): Blocks => ({
      ...keyBlocks,
      put: async (cid, bytes) => {
        await take(key, cid, bytes.length);
        return keyBlocks.put(cid, bytes);
      },
    }),
    own: createOwn(dependencies, take),
    /** Pins may hold no block of their own, so they have the same limit. @throws `forbidden` */
    pin: async (key: string, cid: string): Promise<void> => {
      if (!(await store.pin(key, cid, { atMost: limits.ipfsBlocks }))) refuseFull();
    },
    collect,
    checkRoom: owners.checkRoom,
    close: async (): Promise<void> => {
      clearInterval(timer);
      await collectOf.settled();
      await folderLock.release();
      await owners.root.flushed;
      await owners.root.close();
    },
  };
};
