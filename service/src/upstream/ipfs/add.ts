import { setImmediate } from 'node:timers/promises';
import { type ImporterOptions, importer } from 'ipfs-unixfs-importer';
import { fixedSize } from 'ipfs-unixfs-importer/chunker';
import { balanced } from 'ipfs-unixfs-importer/layout';
import type { CID } from 'multiformats/cid';
import { fail } from '../../errors';
import type { Blocks } from './blocks';
import type { UploadedFile } from './ipfs';
import { readFlag } from './options';
import { keepApart } from './shards';

/** Kubo's chunk size and fan-out, so that a file has the same CID here and there. */
const chunkBytes = 262_144;
/** Smaller chunks would take many times the size of the upload on disk. */
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
  if (isGood) return size;
  return fail('malformed', 'A chunk has 1,000 bytes to 1 MiB.');
};

const readOptions = (query: URLSearchParams): ImporterOptions => {
  const version = query.get('cid-version') ?? '0';
  if (version !== '0' && version !== '1') return fail('malformed', 'The cid-version is 0 or 1.');
  const size = readChunker(query);
  // A node would produce other CIDs for these options.
  const unsupportedOption = ['inline', 'trickle'].find((name) => readFlag(query, name, false));
  if (unsupportedOption !== undefined)
    return fail('malformed', `The option "${unsupportedOption}" is not known here.`);
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

/** Cuts files into blocks and stores them. Yields a result per file and folder, the root last. */
export async function* addFiles(
  blocks: Blocks,
  files: AsyncGenerator<UploadedFile, undefined>,
  query: URLSearchParams,
): AsyncGenerator<AddedRoot> {
  const options = readOptions(query);
  const isWrapped = readFlag(query, 'wrap-with-directory', false);
  const { value: first } = await files.next();
  // An unnamed folder precedes its contents.
  const isFolder = !isWrapped && first?.path === '' && first.content === undefined;
  const isNamed = isWrapped || isFolder;
  const takePath = keepApart();
  const listNamed = async function* () {
    try {
      let file = isFolder ? (await files.next()).value : first;
      for (; file !== undefined; file = (await files.next()).value) {
        // The folder around it would not contain it.
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
    ? { put: (cid: CID) => setImmediate(cid) } // defers as a write would, so that others get a turn
    : { put: blocks.put };
  for await (const { cid, path = '', size } of importer(listNamed(), storage, {
    ...options,
    wrapWithDirectory: isNamed,
  })) {
    const Hash = cid.toString();
    // An unnamed file is named by its CID; the folder around it has an empty name.
    yield { cid, Name: path === '' && !isNamed ? Hash : path, Hash, Size: String(size) };
  }
}

/** Collects the roots of an upload to keep: all top-level results, or the wrapping folder. */
export const addRoot = (
  roots: readonly string[],
  { Name, Hash }: { Name?: string | undefined; Hash: string },
  query: URLSearchParams,
): readonly string[] => {
  if (Name === '' || readFlag(query, 'wrap-with-directory', false)) return [Hash];
  if (Name?.includes('/')) return roots;
  return [...roots, Hash];
};
