import { FsBlockstore } from 'blockstore-fs';
import { CID } from 'multiformats/cid';
import { fail } from '../errors';

/** Blocks in a folder, a file each, named by their hash. */
export type Blocks = {
  get: (cid: CID) => Promise<Uint8Array>;
  put: (cid: CID, bytes: Uint8Array) => Promise<CID>;
  has: (cid: CID) => Promise<boolean>;
  close: () => Promise<void>;
};

/** Multihash code of content that stands in the CID itself. */
const identity = 0x00;

export const openBlocks = (folder: string): Blocks => {
  const store = new FsBlockstore(folder);
  const opened = store.open();
  return {
    get: async (cid) => {
      if (cid.multihash.code === identity) return cid.multihash.digest;
      await opened;
      return store
        .get(cid)
        .catch((cause) => fail('ipfsFailed', `The block ${cid} is not here.`, { cause }));
    },
    put: async (cid, bytes) => {
      await opened;
      return store.put(cid, bytes);
    },
    has: async (cid) => {
      await opened;
      return cid.multihash.code === identity || store.has(cid);
    },
    close: async () => {
      await opened;
      await store.close();
    },
  };
};

/** @throws `malformed` where the text is no CID */
export const readCid = (text: string): CID => {
  try {
    return CID.parse(text);
  } catch {
    return fail('malformed', 'The argument holds no content identifier.');
  }
};
