import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

const cost: ScryptOptions = { N: 16_384, r: 8, p: 1 };
const hashBytes = 32;

const derive = (secret: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, hashBytes, cost, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });

/** `scrypt$<salt>$<hash>`, both base64url. */
export const hashSecret = async (secret: string): Promise<string> => {
  const salt = randomBytes(16);
  const hash = await derive(secret, salt);
  return `scrypt$${salt.toString('base64url')}$${hash.toString('base64url')}`;
};

/** Takes some 40 ms on purpose; the comparison's time does not depend on what is compared. */
export const isSecret = async (secret: string, secretHash: string): Promise<boolean> => {
  const [scheme, salt, hash] = secretHash.split('$');
  if (scheme !== 'scrypt' || salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, 'base64url');
  const actual = await derive(secret, Buffer.from(salt, 'base64url'));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
};
