import * as dagPb from '@ipld/dag-pb';
import { murmur364 } from '@multiformats/murmur3';
import { UnixFS } from 'ipfs-unixfs';
import type { CID } from 'multiformats/cid';
import { fail } from '../../errors';
import type { Blocks } from './blocks';

/**
 * A directory too large for one block is sharded by a hash of its names (UnixFS "HAMT"): the next
 * bits of the hash, in hex, are the prefix of the link to follow. Collisions are easy to find.
 */
const hashBits = 64n;
const hashOf = async (name: string): Promise<bigint> =>
  Buffer.from(await murmur364.encode(Buffer.from(name))).readBigUInt64BE();

/** Number of shards per block of such a directory; undefined for anything else. */
export const parseFanout = (value: unknown): bigint | undefined => {
  const { Data } = (value ?? {}) as { Data?: unknown };
  if (!(Data instanceof Uint8Array)) return undefined;
  try {
    const { type, fanout = 256n } = UnixFS.unmarshal(Data);
    if (type === 'hamt-sharded-directory') return fanout;
    return undefined;
  } catch {
    return undefined;
  }
};

/**
 * Finds a name, descending one block per level. The library's own lookup never ends if a block has
 * fewer than two shards, or on names with equal hashes.
 *
 * @throws `ipfsFailed` if the directory is malformed
 */
export const stepInShards = async (
  blocks: Blocks,
  directory: dagPb.PBNode,
  fanout: bigint,
  name: string,
): Promise<CID | undefined> => {
  const bits = BigInt(fanout.toString(2).length - 1);
  if (fanout < 2n || fanout !== 1n << bits) fail('ipfsFailed', 'The directory is badly divided.');
  const last = fanout - 1n;
  const { length } = last.toString(16);
  const hash = await hashOf(name);
  let { Links } = directory;
  for (let leftBits = hashBits - bits; leftBits >= 0n; leftBits -= bits) {
    const begin = ((hash >> leftBits) & last).toString(16).toUpperCase().padStart(length, '0');
    const entry = Links.find(({ Name }) => Name === begin || Name === begin + name);
    if (entry === undefined || entry.Name !== begin) return entry?.Hash;
    ({ Links } = dagPb.decode(await blocks.get(entry.Hash)));
  }
  return fail('ipfsFailed', 'The directory is too deep.');
};

/**
 * Checks the paths of an upload. Rejects two names in a folder with equal hashes: a sharded
 * directory cannot hold both, and the library would never stop looking for a place.
 */
export const keepApart = () => {
  const paths = new Map<string, string>();
  /** @throws `malformed` */
  return async (path: string): Promise<void> => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const one = path.slice(0, end);
      const nameAt = one.lastIndexOf('/') + 1;
      const place = `${one.slice(0, nameAt)}${await hashOf(one.slice(nameAt))}`;
      const formerPath = paths.get(place);
      // The parents of a known folder have been checked.
      if (formerPath === one) return;
      if (formerPath !== undefined)
        fail('malformed', 'Two names in one folder have the same hash.');
      paths.set(place, one);
    }
  };
};
