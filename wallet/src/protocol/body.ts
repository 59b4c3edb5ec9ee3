import type { IncomingMessage } from 'node:http';

const maxBodyBytes = 16 * 1024 * 1024;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** A request rejected before anything was done. */
export class BadRequest extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Parses the JSON object in a request's body.
 *
 * @throws BadRequest 413 above 16 MiB, 415 for another content type, and what `parseObject` throws
 */
export async function readJsonObject(request: IncomingMessage): Promise<Record<string, unknown>> {
  const [mediaType] = (request.headers['content-type'] ?? '').split(';');
  if (mediaType?.trim().toLowerCase() !== 'application/json') {
    throw new BadRequest(415, 'The content type must be application/json.');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return parseObject(Buffer.concat(chunks).toString('utf8'));
}

const tooLarge = () => new BadRequest(413, 'The request is larger than 16 MiB.');

/**
 * Parses a JSON object.
 *
 * @throws BadRequest 413 above 16 Mi characters, 400 for anything but a JSON object free of keys
 * that reach an object's prototype.
 */
export function parseObject(text: string): Record<string, unknown> {
  if (text.length > maxBodyBytes) throw tooLarge();
  let value: unknown;
  try {
    value = JSON.parse(text, (key, inner) => {
      if (forbiddenKeys.has(key)) throw new BadRequest(400, `The key "${key}" is not accepted.`);
      return inner;
    });
  } catch (error) {
    // Includes the RangeError for JSON nested too deep to traverse.
    throw error instanceof BadRequest ? error : new BadRequest(400, 'The request is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadRequest(400, 'The request must be a JSON object.');
  }
  return Object.fromEntries(Object.entries(value));
}
