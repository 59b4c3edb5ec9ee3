import type { CID } from 'multiformats/cid';
import { fail } from '../../errors';
import { readCid } from './blocks';

/** A location in content: a root, then names or fields from there. */
export type IpfsPath = { root: CID; segments: readonly string[] };

const lengthAtMost = 4_096;
export const segmentsAtMost = 128;

/** Reads `CID/a/b`, `/ipfs/CID/a/b` or `/ipld/CID/a/b`. @throws `malformed` */
export const readPath = (text: string | undefined): IpfsPath => {
  if (text === undefined || text === '') return fail('malformed', 'The argument "arg" is missing.');
  if (text.length > lengthAtMost) return fail('malformed', 'The argument is too long.');
  const [root = '', ...segments] = text.replace(/^\/(ipfs|ipld)\//, '').split('/');
  const names = segments.filter((segment) => segment !== '');
  if (names.some((segment) => segment === '..' || segment === '.')) {
    return fail('malformed', 'A path goes downwards only.');
  }
  if (names.length > segmentsAtMost) return fail('malformed', 'The path is too long.');
  return { root: readCid(root), segments: names };
};
