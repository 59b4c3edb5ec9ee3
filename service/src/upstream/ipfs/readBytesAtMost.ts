/** Reads everything; stops and returns undefined once it exceeds the limit of bytes. */
export const readBytesAtMost = async (
  parts: AsyncIterable<Uint8Array>,
  atMost: number,
): Promise<Buffer | undefined> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of parts) {
    size += chunk.length;
    if (size > atMost) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
