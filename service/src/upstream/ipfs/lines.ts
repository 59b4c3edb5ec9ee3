import { parseJson } from '@xnet/clients/transport/json';
import { fail } from '../../errors';
import type { KuboReply } from './kuboApi';

const lineAtMost = 65_536;

/** Parses a line of NDJSON; anything but an object becomes an empty one. */
const parseLine = (line: string): object => {
  const value = parseJson(line);
  if (typeof value === 'object' && value !== null) return value;
  return {};
};

/**
 * Passes the bytes through and calls `onLine` for each line. The last chunk is held back until
 * `onEnd` is done, so that a short response can still fail with a status.
 *
 * @throws `ipfsFailed` if a line reports an error, before its bytes are passed on
 */
export async function* withLines(
  { body, tell }: Pick<KuboReply, 'body' | 'tell'>,
  onLine: (line: object) => void,
  onEnd: () => Promise<void> = async () => undefined,
): AsyncGenerator<Uint8Array> {
  const read = (text: string): void => {
    const line: { Type?: unknown; Message?: unknown } = parseLine(text);
    if (line.Type === 'error') fail('ipfsFailed', tell(String(line.Message)));
    onLine(line);
  };
  const decoder = new TextDecoder();
  let partialLine = '';
  let lastChunk: Uint8Array | undefined;
  for await (const bytes of body) {
    const lines = (partialLine + decoder.decode(bytes, { stream: true })).split('\n');
    partialLine = (lines.pop() ?? '').slice(-lineAtMost);
    for (const line of lines) read(line);
    if (lastChunk !== undefined) yield lastChunk;
    lastChunk = bytes;
  }
  if (partialLine !== '') read(partialLine);
  await onEnd();
  if (lastChunk !== undefined) yield lastChunk;
}
