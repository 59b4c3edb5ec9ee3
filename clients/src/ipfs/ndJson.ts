import { fail } from '../errors';
import type { Endpoint } from '../transport/endpoint';
import { parseJson } from '../transport/json';
import { redactText } from '../transport/redact';

const MAX_LINE_LENGTH = 2 ** 20;

/**
 * Yields the objects of a response with one JSON text per line as they arrive. Chunks may split
 * lines and code points anywhere, and the last line need not end with a line break.
 *
 * @param endpoints that may have responded: their secrets are redacted from a node's error message;
 * without endpoints, the error omits the message
 * @throws nodeFault for a line that is not JSON, bytes that are not UTF-8, or a line that is too
 * long; and if an object reports an error
 * @example const lines = readNdJson(ipfs.call('pin/ls', [['stream', 'true']]), endpoints);
 * for await (const pinned of lines) show(pinned);
 */
export async function* readNdJson(
  stream: AsyncIterable<Uint8Array>,
  endpoints?: readonly Endpoint[],
): AsyncGenerator<unknown> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let partialLine = '';
  for await (const part of stream) {
    // The rest is not scanned again: a response may arrive byte by byte.
    const lines = decodeUtf8(decoder, part).split('\n');
    lines[0] = partialLine + (lines[0] ?? '');
    partialLine = lines.pop() ?? '';
    if (partialLine.length > MAX_LINE_LENGTH)
      fail('nodeFault', 'It sent a line that does not end.');
    for (const line of lines) if (line.trim() !== '') yield parseLine(line, endpoints);
  }
  partialLine += decodeUtf8(decoder);
  if (partialLine.trim() !== '') yield parseLine(partialLine, endpoints);
}

function decodeUtf8(decoder: TextDecoder, part?: Uint8Array): string {
  try {
    if (part) return decoder.decode(part, { stream: true });
    return decoder.decode();
  } catch {
    return fail('nodeFault', 'It sent bytes that are no text.');
  }
}

function parseLine(line: string, endpoints: readonly Endpoint[] | undefined): unknown {
  const value = parseJson(line);
  const reply = value as { Type?: unknown; Message?: unknown } | null | undefined;
  if (value === undefined) fail('nodeFault', 'It sent a line that is no JSON.');
  if (reply?.Type === 'error' && typeof reply.Message === 'string')
    fail('nodeFault', 'It broke off.', {
      ...(endpoints && { reason: endpoints.reduce(redactText, reply.Message).slice(0, 500) }),
    });
  return value;
}
