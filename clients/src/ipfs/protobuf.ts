const VARINT = 0;
const BYTES = 2;

/** A field of a protobuf message, by its number. */
export type MessageField = { readonly field: number; readonly value: number | Uint8Array };

/**
 * The numbers and byte strings of a protobuf message, in order. Parsed here because the libraries
 * for it are a tenth as large as the module.
 * @returns undefined for any other bytes
 */
export function readFields(bytes: Uint8Array): MessageField[] | undefined {
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
  const fields: MessageField[] = [];
  while (position < bytes.length) {
    const tag = varint();
    if (tag === undefined) return undefined;
    const [field, wire] = [tag >> 3, tag & 7];
    const value = varint();
    if (value === undefined || (wire !== VARINT && wire !== BYTES)) return undefined;
    if (wire === VARINT) fields.push({ field, value });
    else {
      fields.push({ field, value: bytes.subarray(position, position + value) });
      position += value;
      if (position > bytes.length) return undefined;
    }
  }
  return fields;
}
