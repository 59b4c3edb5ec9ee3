import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

/** What tells of the database: at the begin, as it was flushed last in half a page, and after a page. */
const metaBytes = 0xa0;
const magic = 0xbeefc0de;
const at = { magic: 0x18, pageSize: 0x30, roots: [0x58, 0x88] };
const none = 0xffff_ffff_ffff_ffffn;

/**
 * The library reads a file as memory: where it is cut off, or is none of its own, the process ends by
 * a signal, without a word. After a power failure it goes back to an older state by itself, so that
 * one whose roots are there is enough. Other pages may be missing at the end of a good file.
 *
 * @throws an Error that names the file
 */
export const checkFile = (path: string): void => {
  if (!existsSync(path)) return;
  const file = openSync(path, 'r');
  try {
    const read = (from: number): Buffer => {
      const meta = Buffer.alloc(metaBytes);
      readSync(file, meta, 0, metaBytes, from);
      return meta;
    };
    const first = read(0);
    const pageSize = first.readUInt32LE(at.pageSize);
    const metas = [first, read(pageSize >>> 1), read(pageSize)];
    // After them: meanwhile another process may make it longer.
    const { size } = fstatSync(file);
    if (size === 0) return;
    const isWhole = (meta: Buffer): boolean =>
      meta.readUInt32LE(at.magic) === magic &&
      at.roots.every((root) => {
        const page = meta.readBigUInt64LE(root);
        return page === none || (page + 1n) * BigInt(pageSize) <= BigInt(size);
      });
    if (first.readUInt32LE(at.magic) !== magic || !metas.some(isWhole)) {
      throw new Error(`${path} is damaged: put a copy of it in its place, or take it away.`);
    }
  } finally {
    closeSync(file);
  }
};
