import * as dagPb from '@ipld/dag-pb';
import { murmur364 } from '@multiformats/murmur3';
import { UnixFS } from 'ipfs-unixfs';
import type { CID } from 'multiformats/cid';
import { fail } from '../errors';
import type { Blocks } from './blocks';

/**
 * A directory that is too large for one block is spread over many by a hash of its names (UnixFS,
 * "HAMT"): the next bits of it say, in hex, how the link begins that leads on. Anybody finds names of one hash.
 */
const hashBits = 64n;
const hashOf = async (name: string): Promise<bigint> =>
  Buffer.from(await murmur364.encode(Buffer.from(name))).readBigUInt64BE();

/** Into how many parts each block of such a directory is divided; undefined for all else. */
export const fanoutOf = (value: unknown): bigint | undefined => {
  const { Data } = (value ?? {}) as { Data?: unknown };
  if (!(Data instanceof Uint8Array)) return undefined;
  try {
    const { type, fanout = 256n } = UnixFS.unmarshal(Data);
    return type === 'hamt-sharded-directory' ? fanout : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Goes down to the name, a block a level. The library's way does not end where the parts are fewer than
 * two, nor beside two names of one hash.
 *
 * @throws `ipfsFailed` where the directory is none
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
  for (let left = hashBits - bits; left >= 0n; left -= bits) {
    const begin = ((hash >> left) & last).toString(16).toUpperCase().padStart(length, '0');
    const found = Links.find(({ Name }) => Name === begin || Name === begin + name);
    if (found === undefined || found.Name !== begin) return found?.Hash;
    ({ Links } = dagPb.decode(await blocks.get(found.Hash)));
  }
  return fail('ipfsFailed', 'The directory is too deep.');
};

/**
 * Takes the paths of an upload, and refuses names beside one another that have one hash: no such
 * directory can hold both, and the library would look for a place without an end.
 */
export const keepApart = () => {
  const paths = new Map<string, string>();
  /** @throws `malformed` */
  return async (path: string): Promise<void> => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const one = path.slice(0, end);
      const nameAt = one.lastIndexOf('/') + 1;
      const place = `${one.slice(0, nameAt)}${await hashOf(one.slice(nameAt))}`;
      const other = paths.get(place);
      // What is around it was seen with it.
      if (other === one) return;
      if (other !== undefined) fail('malformed', 'Two names in one folder have the same hash.');
      paths.set(place, one);
    }
  };
};
