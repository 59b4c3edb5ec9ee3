import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { fail } from '../errors';
import { isSecret } from './secret';

/** So many guesses are worked on or wait at once; more would keep the machine busy for nothing. */
const waitingAtMost = 32;
const remembered = 10_000;

/**
 * Checks secrets against their hashes. A secret that was right is remembered (as a keyed hash, in
 * memory), so that only its first use pays for scrypt.
 */
export const secretChecker = (): ((secret: string, secretHash: string) => Promise<boolean>) => {
  const pepper = randomBytes(32);
  const known = new Map<string, Buffer>();
  let waiting = 0;
  return async (secret, secretHash) => {
    const mark = createHmac('sha256', pepper).update(secret).digest();
    const right = known.get(secretHash);
    if (right !== undefined) return timingSafeEqual(right, mark);
    if (waiting >= waitingAtMost) return fail('busy');
    waiting += 1;
    try {
      if (!(await isSecret(secret, secretHash))) return false;
    } finally {
      waiting -= 1;
    }
    if (known.size >= remembered) known.clear();
    known.set(secretHash, mark);
    return true;
  };
};
