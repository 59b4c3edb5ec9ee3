/**
 * The fields of a UnixFS protobuf message that are needed to assemble a file (specs.ipfs.tech,
 * UnixFS). Parsed here because the library for it is a tenth as large as the module.
 */
export type UnixFs = {
  readonly type: number;
  readonly data: Uint8Array;
  /** Size of each child's content in bytes, in the order of the links. */
  readonly blockSizes: readonly number[];
};

export const fileTypes: readonly number[] = [0, 2]; // Raw, File

const VARINT = 0;
const BYTES = 2;

/** @returns undefined for any other bytes */
export function readUnixFs(bytes: Uint8Array): UnixFs | undefined {
  let position = 0;
  const varint = (): number | undefined => {
    let value = 0;
    for (let power = 1; power < 2 ** 53; power *= 128) {
      const byte = bytes[position++];
      if (byte === undefined) return undefined;
      value += (byte & 127) * power;
      if (byte < 128) return value <= Number.MAX_SAFE_INTEGER ? value : undefined;
    }
    return undefined;
  };
  let type: number | undefined;
  let data = new Uint8Array();
  const blockSizes: number[] = [];
  while (position < bytes.length) {
    const tag = varint();
    if (tag === undefined) return undefined;
    const [field, wire] = [tag >> 3, tag & 7];
    const value = varint();
    if (value === undefined || (wire !== VARINT && wire !== BYTES)) return undefined;
    if (wire === BYTES) {
      const part = bytes.subarray(position, position + value);
      position += value;
      if (position > bytes.length) return undefined;
      if (field === 2) data = Uint8Array.from(part);
      if (field === 4) return undefined; // Packed sizes: no known writer produces them.
      continue;
    }
    if (field === 1) type = value;
    if (field === 4) blockSizes.push(value);
  }
  if (type === undefined) return undefined;
  return { type, data, blockSizes };
}
