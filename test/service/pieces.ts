/** A text as a stream of bytes, split at these positions. */
export const inPieces = async function* (text: string, cuts: readonly number[]) {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    yield bytes.slice(at, cut);
    at = Math.max(at, cut);
  }
  yield bytes.slice(at);
};
/** Everything that a stream yields. */
export const all = async (stream: AsyncIterable<unknown>) => {
  const values: unknown[] = [];
  for await (const value of stream) values.push(value);
  return values;
};
