import type { IncomingMessage } from 'node:http';
import { fail, ServiceError } from '../errors';
import { type MemoryBudget, pieceBytes } from '../memoryBudget';
import type { Limits } from '../options';
import type { Soon } from '../stores/store';

/**
 * Reads a JSON body as text into the budget of its request; keeps none that its route does not read.
 *
 * @throws `mediaType`, `tooLarge`, `slow`, and what the budget throws
 */
export const readBody = (
  raw: IncomingMessage,
  { bodyBytes, bodyMs }: Pick<Limits, 'bodyBytes' | 'bodyMs'>,
  budget: MemoryBudget,
): Soon<string> => {
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

const readAll = (
  body: IncomingMessage,
  { bodyBytes, bodyMs }: Pick<Limits, 'bodyBytes' | 'bodyMs'>,
  budget: MemoryBudget,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = (error: unknown): void => {
      clearTimeout(timer);
      // Discards what still arrives.
      body.removeAllListeners('data').resume();
      reject(error);
    };
    const timer = setTimeout(() => refuse(new ServiceError('slow')), bodyMs);
    body.on('data', (chunk: Buffer) => {
      try {
        size += chunk.length;
        if (size > bodyBytes) fail('tooLarge');
        budget.reserve(Math.max(chunk.length, pieceBytes));
        chunks.push(chunk);
      } catch (error) {
        refuse(error);
      }
    });
    body.once('end', () => {
      clearTimeout(timer);
      const [first] = chunks;
      const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
      resolve(bytes.toString('utf8'));
    });
    body.once('error', (cause) => refuse(new ServiceError('malformed', { cause })));
    body.once('close', () => {
      if (!body.readableEnded) refuse(new ServiceError('malformed'));
    });
  });
