import { statfsSync } from 'node:fs';

const mebibyte = 2 ** 20;
/**
 * Bytes that must be free before a database is written. A write that fails half-way damages the memory
 * of the process in the database's library, so none may begin that could.
 */
export const writeBytes = 16 * mebibyte;
/** Bytes that must be free before a block is stored, so that removing blocks has room to be recorded. */
export const blockBytes = 2 * writeBytes;

/** @throws if fewer bytes are free on the disk of the folder; not if the disk does not say how many */
export const requireRoom = (folder: string, bytes: number): void => {
  const { bavail, bsize, blocks } = statfsSync(folder);
  if (blocks === 0 || bavail * bsize >= bytes) return;
  const room = `it has less than ${bytes / mebibyte} MiB left`;
  throw new Error(`The data folder could not be written to: ${room}.`);
};
