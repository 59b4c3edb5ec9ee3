import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { FsBlockstore } from 'blockstore-fs';
import type { MultibaseDecoder } from 'multiformats/bases/interface';
import { bases } from 'multiformats/basics';
import { CID } from 'multiformats/cid';
import { fail } from '../../errors';
import { createKeyedQueue } from '../../keyedQueue';
import { makeFolder } from '../../stores/folder';
import { succeeds } from '../../withTimeout';
import { isWhole } from './codecs';

export type Blocks = Awaited<ReturnType<typeof openBlocks>>;

/** Multihash code of content embedded in the CID itself; nodes accept it up to this length. */
export const identity = 0x00;
const identityAtMost = 128;

/** Names a block by its hash alone, whatever its codec. */
export const multihashId = (cid: CID): string =>
  Buffer.from(cid.multihash.bytes).toString('base64url');

/**
 * Blocks in a folder, one file each, named by their hash.
 *
 * @throws if the folder cannot be created or written
 */
export const openBlocks = async (folder: string) => {
  makeFolder(folder);
  const store = new FsBlockstore(folder);
  await store.open();
  /** Serializes changes per block: no concurrent writes, and none during a removal. */
  const inTurn = createKeyedQueue();
  const change = (cid: CID, work: () => Promise<unknown>): Promise<unknown> =>
    inTurn(multihashId(cid), work);
  const isInline = ({ multihash: { code, digest } }: CID): boolean =>
    code === identity && digest.length <= identityAtMost;
  const read = async (cid: CID): Promise<Uint8Array> => {
    const bytes = await store
      .get(cid)
      .catch((cause) => fail('ipfsFailed', `The block ${cid} is not here.`, { cause }));
    if (await isWhole(cid, bytes)) return bytes;
    return fail('ipfsFailed', `The block ${cid} is damaged here: put it again.`);
  };
  return {
    get: async (cid: CID): Promise<Uint8Array> =>
      isInline(cid) ? cid.multihash.digest : read(cid),
    /** Rewrites a damaged block. */
    put: async (cid: CID, bytes: Uint8Array): Promise<CID> => {
      if (cid.multihash.code === identity) return cid;
      await change(cid, async () => (await succeeds(read(cid))) || store.put(cid, bytes)).catch(
        (cause) => fail('ipfsFailed', `The block ${cid} could not be stored.`, { cause }),
      );
      return cid;
    },
    /** `mayGo` is asked when nothing else changes the block. */
    remove: async (cid: CID, mayGo = () => true): Promise<void> => {
      await change(cid, async () => mayGo() && store.delete(cid));
    },
    has: async (cid: CID): Promise<boolean> => isInline(cid) || store.has(cid),
    /** Removes leftovers of killed writes, before new ones start. */
    sweep: async (): Promise<void> => {
      for (const part of await readdir(folder, { withFileTypes: true })) {
        if (!part.isDirectory()) continue;
        const names = await readdir(join(folder, part.name));
        const leftovers = names.filter((name) => name.endsWith('.tmp'));
        for (const name of leftovers) await unlink(join(folder, part.name, name));
      }
    },
    close: async (): Promise<void> => store.close(),
  };
};

/** The same blocks for one caller; reading stops when it has disconnected. */
export const createAbortableBlocks = (blocks: Blocks, gone: AbortSignal): Blocks => ({
  ...blocks,
  get: async (cid) => {
    if (gone.aborted) fail('gone');
    return blocks.get(cid);
  },
});

/** Accepts any base of the multibase table. @throws `malformed` if the text is not a CID */
export const readCid = (text: string): CID => {
  const base = Object.values(bases).find(({ prefix }) => text.startsWith(prefix));
  try {
    return CID.parse(text, base?.decoder as MultibaseDecoder<string> | undefined);
  } catch {
    return fail('malformed', 'The argument holds no content identifier.');
  }
};
