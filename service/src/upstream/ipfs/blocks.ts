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

/** Blocks in a folder, one file each, named by their hash. */
export type Blocks = {
  get: (cid: CID) => Promise<Uint8Array>;
  /** Rewrites a damaged block. */
  put: (cid: CID, bytes: Uint8Array) => Promise<CID>;
  has: (cid: CID) => Promise<boolean>;
  /** `mayGo` is asked when nothing else changes the block. */
  remove: (cid: CID, mayGo?: () => boolean) => Promise<void>;
  /** Removes leftovers of killed writes, before new ones start. */
  sweep: () => Promise<void>;
  close: () => Promise<void>;
};

/** Multihash code of content embedded in the CID itself; nodes accept it up to this length. */
export const identity = 0x00;
const identityAtMost = 128;

/** Names a block by its hash alone, whatever its codec. */
export const multihashId = (cid: CID): string =>
  Buffer.from(cid.multihash.bytes).toString('base64url');

/** @throws if the folder cannot be created or written */
export const openBlocks = async (folder: string): Promise<Blocks> => {
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
    get: async (cid) => (isInline(cid) ? cid.multihash.digest : read(cid)),
    put: async (cid, bytes) => {
      if (cid.multihash.code === identity) return cid;
      await change(cid, async () => (await succeeds(read(cid))) || store.put(cid, bytes)).catch(
        (cause) => fail('ipfsFailed', `The block ${cid} could not be stored.`, { cause }),
      );
      return cid;
    },
    remove: async (cid, mayGo = () => true) => {
      await change(cid, async () => mayGo() && store.delete(cid));
    },
    has: async (cid) => isInline(cid) || store.has(cid),
    sweep: async () => {
      for (const part of await readdir(folder, { withFileTypes: true })) {
        if (!part.isDirectory()) continue;
        const names = await readdir(join(folder, part.name));
        const left = names.filter((name) => name.endsWith('.tmp'));
        for (const name of left) await unlink(join(folder, part.name, name));
      }
    },
    close: async () => store.close(),
  };
};

/** The same blocks for one caller; reading stops when it has disconnected. */
export const createAbortableBlocks = (blocks: Blocks, gone: AbortSignal): Blocks => ({
  ...blocks,
  get: async (cid) => {
    if (gone.aborted) fail('malformed', 'The caller has gone.');
    return blocks.get(cid);
  },
});

const decoders = new Map(
  Object.values(bases).map(({ prefix, decoder }): [string, MultibaseDecoder<string>] => [
    prefix,
    decoder,
  ]),
);

/** Accepts any base of the multibase table. @throws `malformed` if the text is not a CID */
export const readCid = (text: string): CID => {
  try {
    return CID.parse(text, decoders.get(text.charAt(0)));
  } catch {
    return fail('malformed', 'The argument holds no content identifier.');
  }
};
