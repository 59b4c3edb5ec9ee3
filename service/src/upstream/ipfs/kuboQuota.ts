import { fail } from '../../errors';
import type { Store } from '../../stores/store';
import { drain, type Post } from './kuboApi';
import { withLines } from './lines';
import { fileBytes, fitsLimit, type Size } from './owners';
import { type QuotaLimits, refuseFull } from './quota';

/** The parts that commands of a node shared by many keys need. */
export type SharedNode = { post: Post; store: Store; limits: QuotaLimits; clock: () => number };
/** Room for one upload of a key. */
export type Room = Awaited<ReturnType<KuboQuota['begin']>>;
type StatLine = { DagStats?: { Size?: number; NumBlocks?: number }[] };
/** Content stored but not pinned: the node removes it at some later time. */
type Loose = Size & { storedAt: number };

/**
 * The size of what is below a root, as the node tells it.
 *
 * @throws `forbidden` as soon as the size exceeds the limit
 */
const askSize = async (post: Post, cid: string, atMost: Size, gone?: AbortSignal) => {
  // The node fetches missing content only while somebody waits, and reports the size so far.
  const way = gone ? { progress: 'true' } : { offline: 'true', progress: 'false' };
  const query = new URLSearchParams({ arg: cid, ...way });
  const reply = await post('dag/stat', query, gone && { gone });
  let size: Size | undefined;
  const onLine = (line: StatLine): void => {
    const [{ Size: bytes, NumBlocks: blocks } = {}] = line.DagStats ?? [];
    if (bytes === undefined || blocks === undefined) return;
    size = { bytes: Math.max(bytes, blocks * fileBytes), blocks };
    if (!fitsLimit(size, atMost)) refuseFull();
  };
  await drain(withLines(reply, onLine));
  return size ?? fail('ipfsFailed', 'The IPFS node does not tell how large it is.');
};

/**
 * Content that keys have stored in a shared node: everything below their pins, each pin counted in full,
 * plus recent unpinned uploads.
 */
export const openKuboQuota = ({ post, store, limits, clock }: SharedNode) => {
  const loose = new Map<string, Loose[]>();
  /** Bytes of uploads in progress. */
  const running = new Map<string, number>();

  const leftOf = async (key: string): Promise<Size> => {
    const now = clock();
    // A timestamp in the future is from before the clock was set back: it counts as now.
    const recentUploads = (loose.get(key) ?? [])
      .map((one) => ({ ...one, storedAt: Math.min(one.storedAt, now) }))
      .filter(({ storedAt }) => storedAt + limits.unpinnedMs > now);
    loose.set(key, recentUploads);
    const room = { bytes: limits.ipfsBytes, blocks: limits.ipfsBlocks };
    for (const { bytes, blocks } of [await store.pinSum(key), ...recentUploads]) {
      room.bytes -= bytes;
      room.blocks -= blocks;
    }
    return room;
  };

  const begin = async (key: string) => {
    const { bytes, blocks } = await leftOf(key);
    if (blocks < 1) refuseFull();
    let ownBytes = 0;
    const take = (addedBytes: number): void => {
      const all = (running.get(key) ?? 0) + addedBytes;
      if (all > bytes) refuseFull();
      running.set(key, all);
      ownBytes += addedBytes;
    };
    return {
      /** The same bytes, counted until they are stored. @throws `forbidden` if there is no room */
      counted: async function* (body: AsyncIterable<Uint8Array>) {
        for await (const chunk of body) {
          take(chunk.length);
          yield chunk;
        }
      },
      /** Ends the upload. Whatever it stored without a pin counts for some time. */
      end: (unpinnedSize?: { blocks: number; chunkBytes: number; pinnedBytes?: number }): void => {
        const unpinnedBytes = ownBytes - (unpinnedSize?.pinnedBytes ?? 0);
        if (unpinnedSize !== undefined && unpinnedBytes > 0) {
          const blocks = unpinnedSize.blocks + Math.ceil(unpinnedBytes / unpinnedSize.chunkBytes);
          const size = {
            bytes: Math.max(unpinnedBytes, blocks * fileBytes),
            blocks,
            storedAt: clock(),
          };
          loose.set(key, [...(loose.get(key) ?? []), size]);
        }
        running.set(key, (running.get(key) ?? 0) - ownBytes);
        ownBytes = 0;
      },
    };
  };

  return {
    begin,
    /** `gone`: set if the node may have to fetch the root. @throws `forbidden` if it has no room */
    admit: async (key: string, cid: string, gone?: AbortSignal): Promise<Size> =>
      askSize(post, cid, await leftOf(key), gone),
  };
};

export type KuboQuota = ReturnType<typeof openKuboQuota>;
