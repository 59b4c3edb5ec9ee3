import * as dagPb from '@ipld/dag-pb';
import { UnixFS } from 'ipfs-unixfs';
import { exporter } from 'ipfs-unixfs-exporter';
import { CID } from 'multiformats/cid';
import { fail } from '../errors';
import type { Blocks } from './blocks';
import { decodeBlock } from './codecs';
import type { IpfsPath } from './path';

/** Where a path ends: the block it ends in, what of the path is left inside it, and the value. */
export type Resolved = { cid: CID; rest: string; value: unknown };

/** In a dag-pb node a name stands for a link, and then for one of the node's own fields. */
const step = (value: unknown, name: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined;
  const link =
    'Links' in value && Array.isArray(value.Links)
      ? value.Links.find((one: { Name?: string }) => one.Name === name)
      : undefined;
  if (link !== undefined) return link.Hash;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
};

/** Blocks of a directory that are looked through for one name, and how deep they may stand. */
const shardsAtMost = 10_000;
const deepest = 64;

/** Of a directory that was too large for one block: how its names, spread over many, begin. */
const prefixLength = (value: unknown): number | undefined => {
  const { Data } = (value ?? {}) as { Data?: unknown };
  if (!(Data instanceof Uint8Array)) return undefined;
  try {
    const { type, fanout = 256n } = UnixFS.unmarshal(Data);
    return type === 'hamt-sharded-directory' ? (fanout - 1n).toString(16).length : undefined;
  } catch {
    return undefined;
  }
};

/** Looks through all of a directory. The library's paths hold no such names. */
const lookThrough = (blocks: Blocks, name: string, length: number) => {
  let read = 0;
  const find = async (value: unknown, depth: number): Promise<CID | undefined> => {
    for (const { Name = '', Hash } of (value as dagPb.PBNode).Links) {
      const rest = Name.slice(length);
      if (rest === name) return Hash;
      if (rest !== '') continue;
      read += 1;
      if (read > shardsAtMost || depth > deepest) fail('ipfsFailed', 'The directory is too large.');
      const found = await find(dagPb.decode(await blocks.get(Hash)), depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find;
};

const stepInShards = async (
  blocks: Blocks,
  { cid, value, length }: { cid: CID; value: unknown; length: number },
  name: string,
): Promise<CID | undefined> =>
  /[\\^]/.test(name)
    ? lookThrough(blocks, name, length)(value, 0)
    : // The last slash keeps a blank at the end of the name.
      (await exporter(`${cid}/${name}/`, blocks)).cid;

/** Follows a path through blocks. @throws `ipfsFailed` where it leads nowhere */
export const resolvePath = async (blocks: Blocks, path: IpfsPath): Promise<Resolved> => {
  let cid = path.root;
  let value = decodeBlock(cid, await blocks.get(cid));
  let rest: string[] = [];
  for (const segment of path.segments) {
    const length = prefixLength(value);
    const next =
      length === undefined
        ? step(value, segment)
        : await stepInShards(blocks, { cid, value, length }, segment);
    if (next === undefined) fail('ipfsFailed', `There is no link named "${segment}" here.`);
    const link = CID.asCID(next);
    if (link === null) {
      value = next;
      rest = [...rest, segment];
      continue;
    }
    cid = link;
    value = decodeBlock(cid, await blocks.get(cid));
    rest = [];
  }
  return { cid, rest: rest.join('/'), value };
};
