import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const secretBytes = 24;

/** Base64url. */
export const makeSecret = (): string => randomBytes(secretBytes).toString('base64url');

const digest = (secret: string, salt: string): Buffer =>
  createHash('sha256').update(`${salt}$${secret}`).digest();

/**
 * `sha256$<salt>$<hash>`, both base64url. Secrets are 192 random bits generated here, so a slow
 * hash would not make guessing harder; it would only let wrong secrets keep the CPU busy.
 */
export const hashSecret = (secret: string): string => {
  const salt = randomBytes(16).toString('base64url');
  return `sha256$${salt}$${digest(secret, salt).toString('base64url')}`;
};

/** Compares in constant time. */
export const isSecret = (secret: string, secretHash: string): boolean => {
  const [scheme, salt, hash] = secretHash.split('$');
  if (scheme !== 'sha256' || salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, 'base64url');
  const actual = digest(secret, salt);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
};
