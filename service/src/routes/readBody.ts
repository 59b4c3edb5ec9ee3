import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { fail, ServiceError } from '../errors';
import type { Limits } from '../options';
import type { Room } from '../room';

/**
 * The text of a JSON body, in the room of its request. What a route does not read is not kept.
 *
 * @throws `mediaType`, `tooLarge`, `slow`, and what the room throws
 */
export const readBody = async (
  { headers, body }: FastifyRequest,
  { bodyBytes, bodyMs }: Pick<Limits, 'bodyBytes' | 'bodyMs'>,
  room: Room,
): Promise<string> => {
  if (!(body instanceof Readable)) return '';
  if (!/^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) fail('mediaType');
  if (Number(headers['content-length']) > bodyBytes) fail('tooLarge');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ServiceError('slow')), bodyMs);
  });
  try {
    return await Promise.race([gather(body, bodyBytes, room), late]);
  } finally {
    clearTimeout(timer);
  }
};

const gather = (body: Readable, atMost: number, room: Room): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    body.on('data', (chunk: Buffer) => {
      try {
        size += chunk.length;
        if (size > atMost) fail('tooLarge');
        room.take(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        // What comes still is let go by.
        body.removeAllListeners('data').resume();
        reject(error);
      }
    });
    body.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    body.once('error', (cause) => reject(new ServiceError('malformed', { cause })));
    body.once('close', () => reject(new ServiceError('malformed')));
  });
