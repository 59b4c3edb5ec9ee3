import type { PBNode } from '@ipld/dag-pb';
import { CID } from 'multiformats/cid';
import { fail } from '../../errors';
import type { Blocks } from './blocks';
import { decodeBlock } from './codecs';
import type { IpfsPath } from './path';
import { parseFanout, stepInShards } from './shards';

/** The end of a path: the last block, the rest of the path inside it, and the value. */
export type Resolved = { cid: CID; remainder: string; value: unknown };

/** In a dag-pb node a name is looked up among the links first, then among the node's own fields. */
const step = (value: unknown, name: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined;
  const link =
    'Links' in value && Array.isArray(value.Links)
      ? value.Links.find((one: { Name?: string }) => one.Name === name)
      : undefined;
  if (link !== undefined) return link.Hash;
  if (Object.hasOwn(value, name)) return (value as Record<string, unknown>)[name];
  return undefined;
};

/** Follows a path across blocks. @throws `ipfsFailed` if it leads nowhere */
export const resolvePath = async (blocks: Blocks, path: IpfsPath): Promise<Resolved> => {
  let cid = path.root;
  let value = decodeBlock(cid, await blocks.get(cid));
  let innerPath: string[] = [];
  for (const segment of path.segments) {
    const fanout = parseFanout(value);
    const next =
      fanout === undefined
        ? step(value, segment)
        : await stepInShards(blocks, value as PBNode, fanout, segment);
    if (next === undefined) fail('ipfsFailed', `There is no link named "${segment}" here.`);
    const link = CID.asCID(next);
    if (link === null) {
      value = next;
      innerPath = [...innerPath, segment];
      continue;
    }
    cid = link;
    value = decodeBlock(cid, await blocks.get(cid));
    innerPath = [];
  }
  return { cid, remainder: innerPath.join('/'), value };
};
