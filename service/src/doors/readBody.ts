import type { IncomingMessage } from 'node:http';
import { fail, ServiceError } from '../errors';
import { type MemoryBudget, pieceBytes } from '../memoryBudget';
import type { Limits } from '../options';
import { withTimeout } from '../withTimeout';

/**
 * Reads a JSON body as text into the budget of its request; keeps none that its route does not read.
 *
 * @throws `mediaType`, `tooLarge`, `slow`, and what the budget throws
 */
export const readBody = async (
  raw: IncomingMessage,
  { bodyBytes, bodyMs }: Pick<Limits, 'bodyBytes' | 'bodyMs'>,
  budget: MemoryBudget,
): Promise<string> => {
  const {
    'content-type': type,
    'content-length': length = '0',
    'transfer-encoding': coding,
  } = raw.headers;
  if (type === undefined && length === '0' && coding === undefined) return '';
  if (!/^application\/json *(;|$)/i.test(type ?? '')) fail('mediaType');
  if (Number(length) > bodyBytes) fail('tooLarge');
  if (!raw.complete) return readAll(raw, { bodyBytes, bodyMs }, budget);
  // Most bodies have arrived together with their headers.
  const bytes = (raw.read() as Buffer | null) ?? Buffer.alloc(0);
  if (bytes.length > bodyBytes) fail('tooLarge');
  budget.reserve(bytes.length);
  return bytes.toString('utf8');
};

const readAll = async (
  body: IncomingMessage,
  { bodyBytes, bodyMs }: Pick<Limits, 'bodyBytes' | 'bodyMs'>,
  budget: MemoryBudget,
): Promise<string> => {
  const read = async (): Promise<string> => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > bodyBytes) fail('tooLarge');
      budget.reserve(Math.max(chunk.length, pieceBytes));
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  };
  try {
    return (await withTimeout(bodyMs, read(), undefined)) ?? fail('slow');
  } catch (error) {
    // Discards what still arrives.
    body.resume();
    throw error instanceof ServiceError ? error : new ServiceError('malformed', { cause: error });
  }
};
