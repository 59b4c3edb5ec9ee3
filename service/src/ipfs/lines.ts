import { fail } from '../errors';
import type { KuboReply } from './kuboApi';

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
 *
 * @throws `ipfsFailed` where a line tells that the rest has failed, before its bytes are given
 */
export async function* withLines(
  { body, hide }: Pick<KuboReply, 'body' | 'hide'>,
  onLine: (line: object) => void,
  onEnd: () => Promise<void> = async () => undefined,
): AsyncGenerator<Uint8Array> {
  const read = (text: string): void => {
    const line: { Type?: unknown; Message?: unknown } = parseLine(text);
    if (line.Type === 'error') fail('ipfsFailed', hide(String(line.Message)));
    onLine(line);
  };
  const decoder = new TextDecoder();
  let rest = '';
  let held: Uint8Array | undefined;
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = (lines.pop() ?? '').slice(-lineAtMost);
    for (const line of lines) read(line);
    if (held !== undefined) yield held;
    held = bytes;
  }
  if (rest !== '') read(rest);
  await onEnd();
  if (held !== undefined) yield held;
}
