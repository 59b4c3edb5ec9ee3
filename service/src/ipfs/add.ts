import { setImmediate } from 'node:timers/promises';
import { type ImporterOptions, importer } from 'ipfs-unixfs-importer';
import { fixedSize } from 'ipfs-unixfs-importer/chunker';
import { balanced } from 'ipfs-unixfs-importer/layout';
import type { CID } from 'multiformats/cid';
import { fail } from '../errors';
import type { Blocks } from './blocks';
import type { UploadedFile } from './ipfs';
import { readFlag } from './options';
import { keepApart } from './shards';

/** As a Kubo node cuts and joins, so that the same file has the same CID there and here. */
const chunkBytes = 262_144;
/** Smaller ones make many times as much on a disk of what was sent. */
const chunkAtLeast = 1_000;
const linksAtMost = 174;

export type Added = { Name: string; Hash: string; Size: string };
export type AddedRoot = Added & { cid: CID };

/** @throws `malformed` */
export const readChunker = (query: URLSearchParams): number => {
  const chunker = query.get('chunker') ?? `size-${chunkBytes}`;
  const size = Number(
    /^size-(\d{1,7})$/.exec(chunker)?.[1] ?? fail('malformed', 'The chunker is size-<bytes>.'),
  );
  const isGood = size >= chunkAtLeast && size <= 1_048_576;
  return isGood ? size : fail('malformed', 'A chunk has 1,000 bytes to 1 MiB.');
};

const readOptions = (query: URLSearchParams): ImporterOptions => {
  const version = query.get('cid-version') ?? '0';
  if (version !== '0' && version !== '1') return fail('malformed', 'The cid-version is 0 or 1.');
  const size = readChunker(query);
  // A node would give other CIDs for these.
  const other = ['inline', 'trickle'].find((name) => readFlag(query, name, false));
  if (other !== undefined) return fail('malformed', `The option "${other}" is not known here.`);
  if ((query.get('hash') ?? 'sha2-256') !== 'sha2-256') {
    return fail('malformed', 'The hash of an upload is sha2-256.');
  }
  return {
    cidVersion: version === '1' ? 1 : 0,
    rawLeaves: readFlag(query, 'raw-leaves', version === '1'),
    reduceSingleLeafToSelf: true,
    chunker: fixedSize({ chunkSize: size }),
    layout: balanced({ maxChildrenPerNode: linksAtMost }),
    fileImportConcurrency: 1,
    blockWriteConcurrency: 4,
  };
};

/** Cuts files into blocks and stores them; one result for each file and folder, the root last. */
export async function* addFiles(
  blocks: Blocks,
  files: AsyncGenerator<UploadedFile, undefined>,
  query: URLSearchParams,
): AsyncGenerator<AddedRoot> {
  const options = readOptions(query);
  const isWrapped = readFlag(query, 'wrap-with-directory', false);
  const { value: first } = await files.next();
  // A folder without a name comes before what is in it.
  const isFolder = !isWrapped && first?.path === '' && first.content === undefined;
  const isNamed = isWrapped || isFolder;
  const takePath = keepApart();
  const named = async function* () {
    try {
      let file = isFolder ? (await files.next()).value : first;
      for (; file !== undefined; file = (await files.next()).value) {
        // The folder around it would not hold it.
        const isNone = file.path === '' && (isNamed || file.content === undefined);
        if (isNone) fail('malformed', 'What is in a folder has a name.');
        await takePath(file.path);
        yield file;
      }
    } finally {
      await files.return(undefined);
    }
  };
  const storage = readFlag(query, 'only-hash', false)
    ? { put: (cid: CID) => setImmediate(cid) } // in turns, as if it was written: others ask, too
    : { put: blocks.put };
  for await (const { cid, path = '', size } of importer(named(), storage, {
    ...options,
    wrapWithDirectory: isNamed,
  })) {
    const Hash = cid.toString();
    // A file without a name has that of its content, and the folder around it has none.
    yield { cid, Name: path === '' && !isNamed ? Hash : path, Hash, Size: String(size) };
  }
}

/** What of an upload is to be kept, of its results as they come: all at the top, or the folder around. */
export const addRoot = (
  roots: readonly string[],
  { Name, Hash }: { Name?: string | undefined; Hash: string },
  query: URLSearchParams,
): readonly string[] => {
  if (Name === '' || readFlag(query, 'wrap-with-directory', false)) return [Hash];
  return Name?.includes('/') ? roots : [...roots, Hash];
};
