import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

/** The two meta pages: one at the start of the file, one a page later. */
const metaBytes = 0xa0;
const magic = 0xbeefc0de;
/** The format's version: the library reads a file of another one as its own, and ends by a signal. */
const version = 2;
const offsets = { magic: 0x18, version: 0x1c, pageSize: 0x30, roots: [0x58, 0x88] };
const none = 0xffff_ffff_ffff_ffffn;

/**
 * The library maps the file into memory: if it is truncated or foreign, the process dies by a
 * signal. After a power failure the library falls back to an older state by itself, so one valid
 * meta page is enough, and a good file may lack pages at its end.
 *
 * @throws an Error that names the file
 */
export const checkFile = (path: string): void => {
  if (!existsSync(path)) return;
  if (!statSync(path).isFile()) throw new Error(`${path} is no file.`);
  const file = openSync(path, 'r');
  try {
    const read = (from: number): Buffer => {
      const meta = Buffer.alloc(metaBytes);
      readSync(file, meta, 0, metaBytes, from);
      return meta;
    };
    const first = read(0);
    const pageSize = first.readUInt32LE(offsets.pageSize);
    const metas = [first, read(pageSize >>> 1), read(pageSize)];
    // Read the size after the pages: another process may extend the file meanwhile.
    const { size } = fstatSync(file);
    if (size === 0) return;
    const isWhole = (meta: Buffer): boolean =>
      meta.readUInt32LE(offsets.magic) === magic &&
      offsets.roots.every((root) => {
        const page = meta.readBigUInt64LE(root);
        return page === none || (page + 1n) * BigInt(pageSize) <= BigInt(size);
      });
    if (
      first.readUInt32LE(offsets.magic) === magic &&
      first.readUInt32LE(offsets.version) !== version
    ) {
      throw new Error(
        `${path} is of another version of the library: put a copy of it in its place.`,
      );
    }
    if (first.readUInt32LE(offsets.magic) !== magic || !metas.some(isWhole)) {
      throw new Error(`${path} is damaged: put a copy of it in its place, or take it away.`);
    }
  } finally {
    closeSync(file);
  }
};
