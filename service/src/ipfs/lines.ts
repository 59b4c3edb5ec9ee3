const lineAtMost = 65_536;

/** Objects of NDJSON; what is none is an empty one. */
const parseLine = (line: string): object => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};

/**
 * The same bytes, the last of them after `onEnd`, so that a short reply that fails there has not
 * begun; `onLine` is called with each line.
 */
export async function* withLines(
  body: AsyncIterable<Uint8Array>,
  onLine: (line: object) => void,
  onEnd: () => Promise<void> = async () => undefined,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  let rest = '';
  let held: Uint8Array | undefined;
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = (lines.pop() ?? '').slice(-lineAtMost);
    for (const line of lines) onLine(parseLine(line));
    if (held !== undefined) yield held;
    held = bytes;
  }
  if (rest !== '') onLine(parseLine(rest));
  await onEnd();
  if (held !== undefined) yield held;
}
