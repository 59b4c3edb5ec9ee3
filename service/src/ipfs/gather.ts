/** All that comes; undefined where it is more than so many bytes, of which no more is read then. */
export const gatherAtMost = async (
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
