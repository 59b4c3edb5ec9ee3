import { readFields } from './protobuf';

/** The fields of a UnixFS message that are needed to assemble a file (specs.ipfs.tech, UnixFS). */
export type UnixFs = {
  readonly type: number;
  readonly data: Uint8Array;
  /** Size of each child's content in bytes, in the order of the links. */
  readonly blockSizes: readonly number[];
};

export const fileTypes: readonly number[] = [0, 2]; // Raw, File

/** @returns undefined for any other bytes */
export function readUnixFs(bytes: Uint8Array): UnixFs | undefined {
  let type: number | undefined;
  let data = new Uint8Array();
  const blockSizes: number[] = [];
  for (const { field, value } of readFields(bytes) ?? []) {
    if (typeof value !== 'number') {
      if (field === 2) data = Uint8Array.from(value);
      if (field === 4) return undefined; // Packed sizes: no known writer produces them.
      continue;
    }
    if (field === 1) type = value;
    if (field === 4) blockSizes.push(value);
  }
  if (type === undefined) return undefined;
  return { type, data, blockSizes };
}
